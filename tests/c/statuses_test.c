/* The table of statuses: numbers ascend and fit the block's u16, codes differ, every status says what to do. */
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

static void numbers_ascend(void) {
    CHECK_EQUAL(rows[0].number, 0);
    for (size_t i = 1; i < row_count; i++)
        CHECK(rows[i].number > rows[i - 1].number);
    CHECK(rows[row_count - 1].number <= UINT16_MAX);
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

int main(void) {
    RUN(numbers_ascend);
    RUN(codes_differ);
    RUN(texts_are_sentences);
    return test_report();
}
