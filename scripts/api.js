// Makes docs/api.md of the doc comments in the published declarations, js/*.d.mts. Called by `npm run api`, after `npm ci` in
// tests/packages, whose TypeScript (6, the last with an API for JavaScript) does the parsing; tests/packages/api.long.js checks that the
// page is up to date.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { core, entries } from './entries.js';
import { root, writeIfChanged } from './files.js';

const page = join(root, 'docs/api.md');
const ts = createRequire(join(root, 'tests/packages/package.json'))('typescript');

const HEAD = `# API

All that the package exports, from the doc comments of its declarations: \`npm run api\` makes this page, which is not edited by hand. Guides:
[the wrapper](wrapper.md), [pool](pool.md), [loaders](loaders.md), [OpenLayers](openlayers.md), [MapLibre](maplibre.md),
[vector-tile](vector-tile.md), [varint](varint.md); [error codes](errors.md).
`;

/** The text of the page. */
export function describeApi() {
    const documented = entries.filter(({ name }) => existsSync(declarations(name)));
    const parts = documented.map(({ name }) => ({ name: name === core ? 'tilewasm' : `tilewasm/${name}`, exported: exportsOf(declarations(name)) }));
    const contents = parts.map(({ name, exported }) => `- \`${name}\`: ${exported.map((group) => `[${group.name}](#${anchor(name, group.name)})`).join(', ')}`);
    return [HEAD, contents.join('\n') + '\n', ...parts.map(describeEntry)].join('\n');
}

function declarations(name) {
    return join(root, 'js', `${name}.d.mts`);
}

function anchor(entry, name) {
    return `${entry}-${name}`.toLowerCase().replace(/\W+/g, '-');
}

/** The exported declarations, overloads of a function together; functions first, then classes, then types. */
function exportsOf(path) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    const groups = new Map();
    for (const statement of source.statements) {
        const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
        const named = statement.declarationList?.declarations[0] ?? statement;
        if (!isExported || !named.name) continue;
        const name = named.name.getText();
        if (!groups.has(name)) groups.set(name, { name, source, statements: [] });
        groups.get(name).statements.push(statement);
    }
    return [...groups.values()].sort((a, b) => rank(a.statements[0]) - rank(b.statements[0]));
}

function rank(statement) {
    if (ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement)) return 0;
    return ts.isClassDeclaration(statement) ? 1 : 2;
}

function describeEntry({ name, exported }) {
    return [`## ${name}\n`, ...exported.map((group) => describeExport(name, group))].join('\n');
}

function describeExport(entry, { name, statements }) {
    const [first] = statements;
    const parts = [`<a id="${anchor(entry, name)}"></a>\n\n### ${name}\n`];
    if (ts.isInterfaceDeclaration(first) || ts.isClassDeclaration(first)) {
        parts.push(describeComment(first), code(headOf(first)), tableOf(first));
    } else {
        for (const statement of statements) parts.push(code(withoutComments(statement)), describeComment(statement));
    }
    return parts.filter(Boolean).join('\n');
}

function code(text) {
    return `\`\`\`ts\n${text.replace(/^export (declare )?/, '')}\n\`\`\`\n`;
}

/** `class Name<Parameters> extends Base`, without the members. */
function headOf(node) {
    const end = node.members.length > 0 ? node.members[0].getFullStart() : node.end;
    const text = node.getSourceFile().text.slice(node.getStart(), end);
    return text.slice(0, text.lastIndexOf('{')).trim();
}

function withoutComments(node) {
    return node.getText().replace(/\/\*\*[\s\S]*?\*\/\s*/g, '');
}

/** A comment's text, its parameters as a list. */
function describeComment(node) {
    const comments = ts.getJSDocCommentsAndTags(node).filter((each) => ts.isJSDoc(each));
    const comment = comments.at(-1);
    if (!comment) return '';
    const tags = (comment.tags ?? []).map((tag) => `- ${tagName(tag)}: ${oneLine(ts.getTextOfJSDocComment(tag.comment))}`);
    const text = (ts.getTextOfJSDocComment(comment.comment) ?? '').trim();
    return [text && `${text}\n`, tags.length > 0 && `${tags.join('\n')}\n`].filter(Boolean).join('\n');
}

function tagName(tag) {
    if (ts.isJSDocParameterTag(tag)) return `\`${tag.name.getText()}\``;
    if (ts.isJSDocThrowsTag(tag)) return `throws \`${tag.typeExpression?.type.getText() ?? 'Error'}\``;
    return tag.tagName.getText();
}

function oneLine(text = '') {
    return text.replace(/\s+/g, ' ').trim();
}

function tableOf({ members }) {
    const rows = members
        .filter((member) => !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
        .map((member) => `| ${cell(`\`${oneLine(withoutComments(member)).replace(/;$/, '')}\``)} | ${cell(oneLine(describeComment(member)))} |`);
    return rows.length > 0 ? ['| member | |', '|---|---|', ...rows, ''].join('\n') : '';
}

function cell(text) {
    return text.replaceAll('|', '\\|');
}

if (process.argv[1] === join(root, 'scripts/api.js')) writeIfChanged(page, describeApi());
