/* The table of statuses: numbers differ and fit the block's u16, codes differ, every status says what to do. */
#include "../../c-src/include/tilewasm.h"
#include "test.h"

typedef struct {
    unsigned number;
    const char *code;
    const char *text;
} row;

static const row rows[] = {
#define TW_STATUS(number, name, code, text) {number, code, text},
#include "../../c-src/base/statuses.inc"
#undef TW_STATUS
};
static const size_t row_count = sizeof rows / sizeof rows[0];

static void numbers_differ(void) {
    CHECK_EQUAL(rows[0].number, 0);
    for (size_t i = 0; i < row_count; i++) {
        CHECK(rows[i].number <= UINT16_MAX);
        for (size_t j = 0; j < i; j++)
            CHECK(rows[i].number != rows[j].number);
    }
}

static void codes_differ(void) {
    for (size_t i = 0; i < row_count; i++) {
        CHECK(strlen(rows[i].code) > 0);
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(rows[i].code, rows[j].code) != 0);
    }
}

static void texts_are_sentences(void) {
    for (size_t i = 0; i < row_count; i++) {
        const size_t length = strlen(rows[i].text);
        if (CHECK(length > 0)) CHECK(rows[i].text[length - 1] != '.');
    }
}

static void names_and_texts_are_found(void) {
    for (size_t i = 0; i < row_count; i++) {
        CHECK_STRING(tw_status_name((tw_status)rows[i].number), rows[i].code);
        CHECK_STRING(tw_status_text((tw_status)rows[i].number), rows[i].text);
    }
    CHECK_STRING(tw_status_name((tw_status)65535), "unknown");
    CHECK_STRING(tw_status_text((tw_status)65535), "unknown");
}

int main(void) {
    RUN(numbers_differ);
    RUN(codes_differ);
    RUN(texts_are_sentences);
    RUN(names_and_texts_are_found);
    return test_report();
}
