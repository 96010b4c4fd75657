/* Tags of a layer as pairs of numbers in its dictionary. Called by properties.c. MVT 4.4. */
#ifndef TW_READ_TAGS_H
#define TW_READ_TAGS_H

#include "reader.h"

/* The dictionary that the block will hold. In full it is the layer's own, number for number. Otherwise it holds what is
 * wanted and used: the maps give new numbers, the lists the layer's numbers in the order of the new ones. */
typedef struct {
    bool full;
    uint32_t *key_map; /* new number of each key of the layer, or one of the marks below */
    uint32_t *value_map;
    uint32_t *keys; /* number in the layer of each key of the block */
    uint32_t *values;
    uint32_t key_count;
    uint32_t value_count;
} tw_dictionary;

#define TW_UNWANTED 0xFFFFFFFFu
#define TW_UNNUMBERED 0xFFFFFFFEu

/* Writes the columns tagOffsets and tagPairs, and numbers the dictionary. */
bool tw_read_tags(tw_reader *reader, tw_dictionary *dictionary);

#endif
