// The charts of the report, as SVG made by Vega-Lite.

import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const COLOURS = ['#1b6ca8', '#c2571a', '#4d8f3a', '#7d4f9e', '#b3892b'];
const MET = COLOURS[0];
const MISSED = COLOURS[1];

const config = {
    background: 'white',
    font: 'DejaVu Sans, Verdana, sans-serif',
    axis: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal', gridColor: '#e4e4e4', labelLimit: 600 },
    header: { labelFontSize: 12, labelFontWeight: 'bold', titleFontSize: 12 },
    legend: { labelFontSize: 11, titleFontSize: 11, orient: 'top', labelLimit: 400 },
    title: { anchor: 'start', fontSize: 13 },
    range: { category: COLOURS },
};

/** @param {object} specification of Vega-Lite */
export async function toSvg(specification) {
    const { spec } = compile({ $schema: 'https://vega.github.io/schema/vega-lite/v6.json', config, ...specification });
    return `${await new View(parse(spec), { renderer: 'none' }).toSVG()}\n`;
}

/** Bars end here, where a goal is passed by more. */
const LONGEST_BAR = 2.2;

/** Bars of the share of the goal that was reached, with the ratio itself as text: rows down, groups across. */
export function ratioChart(results) {
    const values = results
        .filter(({ goal }) => goal !== undefined)
        .map(({ title, group, ratio, goal }) => ({
            row: title.replaceAll('`', ''), group, share: Math.min(ratio / goal, LONGEST_BAR), textAt: Math.max(1, Math.min(ratio / goal, LONGEST_BAR)), text: `${ratio.toFixed(1)} of ${goal}`, met: ratio >= goal ? 'met' : 'missed',
        }));
    const rows = [...new Set(values.map(({ row }) => row))];
    const groups = [...new Set(values.map(({ group }) => group))];
    const y = { field: 'row', type: 'nominal', sort: rows, title: null };
    const x = { field: 'share', type: 'quantitative', title: 'ratio to the peer as a share of the goal', scale: { domain: [0, 3] }, axis: { format: '%', values: [0, 0.5, 1, 1.5, 2] } };
    const textAt = { ...x, field: 'textAt' };
    return {
        data: { values },
        facet: { column: { field: 'group', type: 'nominal', sort: groups, title: null } },
        spec: {
            width: 190,
            height: { step: 22 },
            layer: [
                { mark: 'bar', encoding: { y, x, color: { field: 'met', type: 'nominal', scale: { domain: ['met', 'missed'], range: [MET, MISSED] }, title: 'goal' } } },
                { mark: { type: 'text', align: 'left', dx: 3, fontSize: 10 }, encoding: { y, x: textAt, text: { field: 'text' } } },
                { mark: { type: 'rule', color: '#222', strokeDash: [3, 2] }, encoding: { x: { datum: 1 } } },
            ],
        },
    };
}

const POWERS_OF_TEN = Array.from({ length: 10 }, (_, i) => 10 ** i);

/**
 * Lines over a logarithmic axis.
 *
 * @param {{ x: number, y: number, line: string, panel?: string }[]} points
 * @param {{ x: string, y: string, logarithmic?: boolean }} titles
 */
export function lineChart(points, { x, y, logarithmic = true }) {
    const lines = [...new Set(points.map(({ line }) => line))];
    const panels = [...new Set(points.map(({ panel }) => panel))];
    const chart = {
        width: panels.length > 1 ? 210 : 480,
        height: 220,
        mark: { type: 'line', point: { size: 28 } },
        encoding: {
            x: { field: 'x', type: 'quantitative', scale: { type: 'log', nice: false }, title: x, axis: { format: '~s', values: POWERS_OF_TEN } },
            y: { field: 'y', type: 'quantitative', scale: { type: logarithmic ? 'log' : 'linear', domainMin: logarithmic ? undefined : 0 }, title: y, axis: { format: '~s', ...(logarithmic ? { values: POWERS_OF_TEN } : {}) } },
            color: { field: 'line', type: 'nominal', sort: lines, title: null },
        },
    };
    const values = points.filter((point) => Number.isFinite(point.y) && point.y !== null);
    if (panels.length === 1) return { data: { values }, ...chart };
    return { data: { values }, facet: { field: 'panel', type: 'nominal', sort: panels, title: null }, columns: 2, spec: chart };
}

/**
 * Horizontal bars in panels, parts of a bar in colours, one behind the other.
 *
 * @param {{ bar: string, value: number, part?: string, panel?: string }[]} values
 * @param {string} title of the values
 * @param {number} [goal] a line across
 */
export function barChart(values, title, goal) {
    const order = (field) => [...new Set(values.map((value) => value[field]))];
    const parts = order('part');
    const y = { field: 'bar', type: 'nominal', sort: order('bar'), title: null };
    const bars = {
        mark: 'bar',
        encoding: {
            y,
            x: { field: 'value', type: 'quantitative', title },
            ...(parts.length > 1 ? { color: { field: 'part', type: 'nominal', sort: parts, title: null }, order: { field: 'order', type: 'quantitative' } } : {}),
        },
    };
    const rule = { mark: { type: 'rule', color: '#222', strokeDash: [3, 2] }, encoding: { x: { datum: goal } } };
    const spec = { width: 300, height: { step: 20 }, layer: goal === undefined ? [bars] : [bars, rule] };
    const data = { values: values.map((value) => ({ ...value, order: parts.indexOf(value.part) })) };
    if (order('panel').length === 1) return { data, ...spec };
    return { data, facet: { column: { field: 'panel', type: 'nominal', sort: order('panel'), title: null } }, spec };
}
