/* A geometry group of a layer: its features' vertices in one array, its offsets, its triangles. Called by layer.c, for
 * points, lines and polygons in turn.
 *
 * Positions are decoded as int32 where their column lies in the block and converted in place at the end; the small
 * arrays grow in scratch and are copied behind. */
#include <stddef.h>

#include "../base/arena.h"
#include "../triangulate/triangulate.h"
#include "geometry.h"
#include "positions.h"

/* A line takes six bytes of geometry at least, a ring eight. */
#define BYTES_A_PART 6u

/* Packed geometry of a feature that is unpacked as a whole, at most; larger ones go piece by piece. */
#define MOST_LANES (1u << 20)

/* Lanes that unpacking writes, and drawing reads, behind the last. */
#define LANES_SLACK 32u

static bool take_arrays(tw_reader *reader, tw_group *group, uint8_t type) {
    uint64_t features = reader->feature_counts[type];
    uint64_t parts = type == TW_POINT ? 0 : reader->geometry_bytes[type] / BYTES_A_PART + 1;
    uint64_t polygons = type == TW_POLYGON ? parts : 0;
    group->positions = reader->block->top;
    group->feature_index = tw_arena_take(4 * features);
    group->geometry_offsets = tw_arena_take(4 * (features + 1));
    group->part_offsets = tw_arena_take(4 * (parts + 1));
    group->polygon_offsets = tw_arena_take(4 * (polygons + 1));
    group->ring_signs = tw_arena_take(polygons + 1);
    group->parameters.lanes = tw_arena_take(4 * TW_PIECE_LANES);
    group->lanes_width = 2;
    group->lanes_room = reader->longest_geometry < MOST_LANES ? reader->longest_geometry : MOST_LANES;
    group->lanes = tw_arena_take(4 * ((uint64_t)group->lanes_room + LANES_SLACK));
    if (!group->feature_index || !group->geometry_offsets || !group->part_offsets || !group->polygon_offsets ||
        !group->ring_signs || !group->parameters.lanes || !group->lanes) {
        return tw_read_out_of_memory(reader);
    }
    group->geometry_offsets[0] = group->part_offsets[0] = group->polygon_offsets[0] = 0;
    return true;
}

/* Triangles of all polygons, in scratch; taken from the integer coordinates, before any conversion. */
typedef struct {
    uint32_t *indices;
    uint32_t *offsets; /* a feature */
    uint32_t count;    /* of indices */
} tw_triangles;

static uint64_t workspace_size(const tw_group *group) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < group->polygon_count; i++) {
        uint32_t first = group->polygon_offsets[i];
        uint32_t end = group->polygon_offsets[i + 1];
        uint64_t size = tw_triangulate_workspace(group->part_offsets[end] - group->part_offsets[first], end - first);
        if (size > largest) largest = size;
    }
    return largest;
}

static bool make_triangles(tw_reader *reader, const tw_group *group, tw_triangles *triangles) {
    uint64_t most = (uint64_t)group->vertex_count + 2ull * group->part_count;
    triangles->offsets = tw_arena_take(4 * ((uint64_t)group->feature_count + 1));
    triangles->indices = tw_arena_take(12 * most);
    void *workspace = tw_arena_take(workspace_size(group));
    if (!triangles->offsets || !triangles->indices || !workspace) return tw_read_out_of_memory(reader);
    triangles->count = 0;
    for (uint32_t feature = 0; feature < group->feature_count; feature++) {
        triangles->offsets[feature] = triangles->count;
        for (uint32_t i = group->geometry_offsets[feature]; i < group->geometry_offsets[feature + 1]; i++) {
            uint32_t first = group->polygon_offsets[i];
            triangles->count += tw_triangulate_polygon(tw_positions32(group), group->part_offsets + first,
                                                       group->polygon_offsets[i + 1] - first,
                                                       triangles->indices + triangles->count, workspace);
        }
    }
    triangles->offsets[group->feature_count] = triangles->count;
    return true;
}

/* First vertex of an entry of the geometry level. */
static uint32_t first_vertex(const tw_group *group, uint8_t type, uint32_t entry) {
    if (type == TW_POINT) return entry;
    if (type == TW_LINE) return group->part_offsets[entry];
    return group->part_offsets[group->polygon_offsets[entry]];
}

static void write_vertex_features(tw_reader *reader, const tw_group *group, uint8_t type) {
    uint32_t *features = (uint32_t *)(void *)reader->block->top;
    for (uint32_t i = 0; i < group->feature_count; i++) {
        uint32_t end = first_vertex(group, type, group->geometry_offsets[i + 1]);
        for (uint32_t v = first_vertex(group, type, group->geometry_offsets[i]); v < end; v++) {
            features[v] = group->feature_index[i];
        }
    }
    tw_block_end_column(reader->block, TW_COLUMN_VERTEX_FEATURE, TW_U32, type, 0, group->vertex_count);
}

static void write_offsets(tw_reader *reader, const tw_group *group, uint8_t type) {
    tw_block *block = reader->block;
    tw_block_copy_column(block, TW_COLUMN_FEATURE_INDEX, TW_U32, type, group->feature_index, group->feature_count);
    tw_block_copy_column(block, TW_COLUMN_GEOMETRY_OFFSETS, TW_U32, type, group->geometry_offsets,
                         group->feature_count + 1);
    if (type == TW_LINE) {
        tw_block_copy_column(block, TW_COLUMN_PART_OFFSETS, TW_U32, type, group->part_offsets, group->part_count + 1);
    }
    if (type == TW_POLYGON) {
        tw_block_copy_column(block, TW_COLUMN_POLYGON_OFFSETS, TW_U32, type, group->polygon_offsets,
                             group->polygon_count + 1);
        tw_block_copy_column(block, TW_COLUMN_RING_OFFSETS, TW_U32, type, group->part_offsets, group->part_count + 1);
    }
}

static bool fits_int16(const tw_bounds *bounds) {
    return bounds->min_x >= -32767 && bounds->min_y >= -32767 && bounds->max_x <= 32766 && bounds->max_y <= 32766;
}

/* The format of the group's positions. */
static tw_position_format position_format(const tw_reader *reader) {
    const tw_options *options = reader->options;
    return (tw_position_format){
        .type = reader->record->position_type,
        .coordinates = options->coordinates,
        .scale = {options->scale[0], options->scale[1]},
        .offset = {options->offset[0], options->offset[1]},
        .extent = reader->layer->extent,
        .x = options->x,
        .y = options->y,
        .z = options->z,
    };
}

/* Turns the positions into what was asked for, where they were not written so at once. */
static bool convert(tw_reader *reader, const tw_group *group) {
    if (reader->write_type != TW_WRITE_INT32) return true;
    tw_position_format format = position_format(reader);
    void *scratch = tw_arena_take(tw_positions_scratch(&format, group->bounds, group->vertex_count));
    if (!scratch) return tw_read_out_of_memory(reader);
    tw_positions_convert(&format, group->positions, group->vertex_count, group->bounds, scratch);
    return true;
}

/* Positions that do not fit int16 stay int32, as those of the groups after them. Where some were written as int16
 * already, the layer is read again. */
static void settle_position_type(tw_reader *reader, const tw_group *group) {
    if (reader->record->position_type != TW_I16 || fits_int16(&group->bounds)) return;
    if (reader->write_type == TW_WRITE_INT32 && !reader->narrowed) {
        reader->record->position_type = TW_I32;
    } else {
        reader->too_wide = true;
    }
}

static bool write_group(tw_reader *reader, tw_group *group, uint8_t type) {
    settle_position_type(reader, group);
    if (reader->too_wide) return true;
    uint8_t position_type = reader->record->position_type;
    reader->narrowed |= position_type == TW_I16;
    bool with_triangles = type == TW_POLYGON && reader->options->flags & TW_WITH_TRIANGLES;
    tw_triangles triangles = {0};
    if (with_triangles && !make_triangles(reader, group, &triangles)) return false;
    if (!convert(reader, group)) return false;
    tw_block_end_column(reader->block, TW_COLUMN_POSITIONS, position_type, type, 0, 2 * group->vertex_count);
    write_offsets(reader, group, type);
    if (with_triangles) {
        tw_block_copy_column(reader->block, TW_COLUMN_TRIANGLES, TW_U32, type, triangles.indices, triangles.count);
        tw_block_copy_column(reader->block, TW_COLUMN_TRIANGLE_OFFSETS, TW_U32, type, triangles.offsets,
                             group->feature_count + 1);
    }
    if (reader->options->flags & TW_WITH_VERTEX_FEATURE) write_vertex_features(reader, group, type);
    return true;
}

bool tw_read_group(tw_reader *reader, uint8_t type) {
    uint8_t *scratch = tw_arena_top();
    tw_group group = {.bounds = TW_EMPTY_BOUNDS};
    if (!take_arrays(reader, &group, type)) return false;
    if (!tw_read_geometries(reader, &group, type)) return false;
    bool written = reader->restart || group.feature_count == 0 || write_group(reader, &group, type);
    tw_arena_set_top(scratch);
    return written;
}
