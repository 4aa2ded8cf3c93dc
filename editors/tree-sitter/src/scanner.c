// Ends of lines and depths of blocks: what a grammar without context cannot count. All three tokens are empty and
// stand before the end of the line; blank lines and comments between lines are left to the grammar.
#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

enum Token { END_OF_LINE, INDENT, DEDENT };

#define TAB 4
#define MOST_DEPTHS 100

typedef struct {
    uint16_t count;
    uint16_t depths[MOST_DEPTHS];
} Blocks;

void *tree_sitter_rulewright_external_scanner_create(void) {
    Blocks *blocks = calloc(1, sizeof(Blocks));
    blocks->count = 1;
    return blocks;
}

void tree_sitter_rulewright_external_scanner_destroy(void *payload) { free(payload); }

// The margin is always there and is not written down.
unsigned tree_sitter_rulewright_external_scanner_serialize(void *payload, char *buffer) {
    Blocks *blocks = payload;
    unsigned size = (blocks->count - 1) * sizeof(uint16_t);
    memcpy(buffer, blocks->depths + 1, size);
    return size;
}

void tree_sitter_rulewright_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Blocks *blocks = payload;
    blocks->count = 1 + length / sizeof(uint16_t);
    blocks->depths[0] = 0;
    if (length > 0) memcpy(blocks->depths + 1, buffer, length);
}

static void skip_line(TSLexer *lexer) {
    while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, true);
}

bool tree_sitter_rulewright_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    Blocks *blocks = payload;
    bool line_ended = false;
    uint16_t depth = 0;
    // A comment that stands as deep as the block belongs to it, even after its last line.
    int comment = -1;
    lexer->mark_end(lexer);
    for (;; lexer->advance(lexer, true)) {
        if (lexer->lookahead == '#') {
            if (line_ended && comment < 0) comment = depth;
            skip_line(lexer);
        }
        if (lexer->eof(lexer)) {
            line_ended = true;
            depth = 0;
            break;
        }
        if (lexer->lookahead == '\n') {
            line_ended = true;
            depth = 0;
        } else if (lexer->lookahead == ' ') {
            depth++;
        } else if (lexer->lookahead == '\t') {
            depth += TAB;
        } else if (lexer->lookahead != '\r') {
            break;
        }
    }
    if (!line_ended) return false;
    uint16_t here = blocks->depths[blocks->count - 1];
    if (valid[INDENT] && depth > here && blocks->count < MOST_DEPTHS) {
        blocks->depths[blocks->count++] = depth;
        lexer->result_symbol = INDENT;
    } else if (valid[DEDENT] && depth < here && comment < (int)here) {
        blocks->count--;
        lexer->result_symbol = DEDENT;
    } else if (valid[END_OF_LINE]) {
        lexer->result_symbol = END_OF_LINE;
    } else {
        return false;
    }
    return true;
}
