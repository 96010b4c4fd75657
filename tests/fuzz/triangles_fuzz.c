/* Triangulates arbitrary polygons: a byte that says how wide coordinates are, then rings. A ring is a byte (its vertex
 * count, and whether it begins a polygon and is closed by a copy of its first vertex) and its vertices. */
#include "../../c-src/include/tilewasm_triangulate.h"
#include "fuzz.h"

enum { MOST_VERTICES = 4096, MOST_RINGS = 512 };

typedef struct {
    int32_t positions[2 * MOST_VERTICES];
    uint32_t rings[MOST_RINGS + 1];
    uint32_t polygons[MOST_RINGS + 1];
    uint32_t vertex_count, ring_count, polygon_count;
} fuzz_polygons;

static int32_t take_coordinate(fuzz_input *input, uint8_t width) {
    switch (width % 3) {
    case 0:
        return (int8_t)fuzz_byte(input);
    case 1:
        return (int16_t)fuzz_u16(input);
    default:
        return (int32_t)fuzz_u32(input);
    }
}

static void take_ring(fuzz_polygons *polygons, fuzz_input *input, uint8_t width) {
    uint8_t head = fuzz_byte(input);
    if (head & 128 || polygons->ring_count == 0) polygons->polygons[polygons->polygon_count++] = polygons->ring_count;
    uint32_t first = polygons->vertex_count;
    for (uint32_t i = head & 63; i > 0 && polygons->vertex_count < MOST_VERTICES - 1; i--) {
        int32_t *vertex = polygons->positions + 2ull * polygons->vertex_count++;
        vertex[0] = take_coordinate(input, width);
        vertex[1] = take_coordinate(input, width);
    }
    if (head & 64 && polygons->vertex_count > first) {
        memcpy(polygons->positions + 2ull * polygons->vertex_count, polygons->positions + 2ull * first, 8);
        polygons->vertex_count++;
    }
    polygons->rings[++polygons->ring_count] = polygons->vertex_count;
}

/* Twice the area, positive where the corners turn from x to y. */
static __int128 twice_area(const int32_t *positions, const uint32_t *corners) {
    int64_t ax = positions[2ull * corners[0]];
    int64_t ay = positions[2ull * corners[0] + 1];
    int64_t bx = positions[2ull * corners[1]] - ax;
    int64_t by = positions[2ull * corners[1] + 1] - ay;
    int64_t cx = positions[2ull * corners[2]] - ax;
    int64_t cy = positions[2ull * corners[2] + 1] - ay;
    return (__int128)bx * cy - (__int128)cx * by;
}

static void check_polygon(const fuzz_polygons *polygons, uint32_t number, const uint32_t *triangles, uint32_t count) {
    uint32_t first_ring = polygons->polygons[number];
    uint32_t end_ring = polygons->polygons[number + 1];
    uint32_t first = polygons->rings[first_ring];
    uint32_t end = polygons->rings[end_ring];
    fuzz_expect(count % 3 == 0, "triangles have three corners");
    fuzz_expect(count <= 3 * ((uint64_t)(end - first) + 2ull * (end_ring - first_ring)), "not too many triangles");
    for (uint32_t i = 0; i < count; i++)
        fuzz_expect(triangles[i] >= first && triangles[i] < end, "a triangle's corners are of its polygon");
    for (uint32_t i = 0; i < count; i += 3)
        fuzz_expect(twice_area(polygons->positions, triangles + i) >= 0, "a triangle's area is not negative");
}

static void triangulate(fuzz_polygons *polygons) {
    polygons->polygons[polygons->polygon_count] = polygons->ring_count;
    uint32_t rings_size = 4 * (polygons->ring_count + 1);
    uint32_t polygons_size = 4 * (polygons->polygon_count + 1);
    uint8_t *at = tw_reserve(8 * polygons->vertex_count, rings_size + polygons_size);
    if (!at) return;
    memcpy(at, polygons->positions, 8ull * polygons->vertex_count);
    memcpy(tw_request(), polygons->rings, rings_size);
    memcpy(tw_request() + rings_size, polygons->polygons, polygons_size);
    tw_status status = tw_triangulate(polygons->vertex_count, polygons->ring_count, polygons->polygon_count);
    fuzz_check_result(status);
    fuzz_expect(status == TW_OK, "proper offsets are accepted");
    const uint32_t *offsets = (const void *)tw_result()->block;
    const uint32_t *triangles = offsets + polygons->polygon_count + 1;
    uint32_t total = tw_result()->block_length / 4 - polygons->polygon_count - 1;
    fuzz_expect(offsets[0] == 0 && offsets[polygons->polygon_count] == total, "offsets of triangles end at the last");
    for (uint32_t i = 0; i < polygons->polygon_count; i++)
        check_polygon(polygons, i, triangles + offsets[i], offsets[i + 1] - offsets[i]);
}

/* The rest of the input as offsets, which are hardly ever proper. */
static void triangulate_raw(const fuzz_input *input) {
    uint32_t room = (uint32_t)input->left & ~3u;
    uint32_t numbers = room / 4;
    if (numbers < 2) return;
    uint8_t *at = tw_reserve(8 * 16, room);
    if (!at) return;
    memset(at, 0, 8u * 16);
    memcpy(tw_request(), input->at, room);
    fuzz_check_result(tw_triangulate(16, numbers / 2 - 1, numbers - numbers / 2 - 1));
    fuzz_expect(tw_triangulate(17, 0, 0) == TW_BAD_REQUEST, "no room for a vertex more");
    fuzz_expect(tw_triangulate(16, numbers, 0) == TW_BAD_REQUEST, "no room for so many rings");
    fuzz_expect(tw_triangulate(16, UINT32_MAX, UINT32_MAX) == TW_BAD_REQUEST, "no room for so many rings");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tw_set_memory_limit(FUZZ_MEMORY_LIMIT);
    fuzz_input input = {data, size};
    static fuzz_polygons polygons;
    polygons.vertex_count = polygons.ring_count = polygons.polygon_count = 0;
    uint8_t width = fuzz_byte(&input);
    triangulate_raw(&input);
    while (input.left > 0 && polygons.ring_count < MOST_RINGS)
        take_ring(&polygons, &input, width);
    triangulate(&polygons);
    tw_release();
    return 0;
}
