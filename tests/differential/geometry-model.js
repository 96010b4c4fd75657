// What is kept of a feature's geometry, and what is noted, by MVT 4.3 and by the rules of docs/DESIGN.md and docs/errors.md: plain
// arrays, areas as BigInt. Written from the documents and not from the C code, whose result it judges.

const POINT = 1;
const LINE = 2;
const POLYGON = 3;

const unzigzag = (value) => (value >>> 1) ^ -(value & 1);

/** Twice the signed area of a closed ring, exactly. */
function twiceArea(ring) {
    let area = 0n;
    for (let i = 1; i < ring.length; i++) {
        area += BigInt(ring[i - 1][0]) * BigInt(ring[i][1]) - BigInt(ring[i][0]) * BigInt(ring[i - 1][1]);
    }
    return area;
}

/** The pen that draws one feature. */
class Pen {
    problems = [];
    /** Finished parts: points, lines or closed rings. */
    parts = [];
    /** The part in hand, null where none is open. */
    open = null;
    ringsSeen = 0;
    x = 0;
    y = 0;
    wrapped = false;

    constructor(type, version) {
        this.type = type;
        this.version = version;
    }

    /** Moves by two parameters. */
    move(dx, dy) {
        const x = this.x + unzigzag(dx);
        const y = this.y + unzigzag(dy);
        this.x = x | 0;
        this.y = y | 0;
        if (this.x !== x || this.y !== y) this.wrapped = true;
        return [this.x, this.y];
    }

    endPart() {
        const part = this.open;
        this.open = null;
        if (!part) return;
        if (this.type === LINE) {
            if (part.length < 2) this.problems.push('geometry:too-few-points');
            else this.parts.push(part);
            return;
        }
        this.problems.push('geometry:missing-closepath');
        const [first, last] = [part[0], part.at(-1)];
        const meets = first[0] === last[0] && first[1] === last[1];
        if (part.length - (meets ? 1 : 0) < 3) this.problems.push('geometry:too-few-points');
        else this.parts.push(meets ? part : [...part, first]);
    }

    closePath(count) {
        if (this.type !== POLYGON || !this.open) return void this.problems.push('geometry:unexpected-closepath');
        if (count !== 1) this.problems.push('geometry:bad-closepath-count');
        const part = this.open;
        this.open = null;
        if (part.length < 3) this.problems.push('geometry:too-few-points');
        else this.parts.push([...part, part[0]]);
        return undefined;
    }

    moveTo(parameters, repeated) {
        if (this.type === POINT) {
            if (repeated) this.problems.push('geometry:repeated-command');
            for (let i = 0; i < parameters.length; i += 2) this.parts.push(this.move(parameters[i], parameters[i + 1]));
            return;
        }
        this.endPart();
        if (parameters.length > 2) this.problems.push('geometry:bad-moveto-count');
        let vertex;
        for (let i = 0; i < parameters.length; i += 2) vertex = this.move(parameters[i], parameters[i + 1]);
        this.open = [vertex];
        this.ringsSeen++;
    }

    lineTo(parameters, repeated) {
        const drawing = this.type !== POINT && this.open;
        if (!drawing) this.problems.push('geometry:unexpected-lineto');
        else if (repeated) this.problems.push('geometry:repeated-command');
        for (let i = 0; i < parameters.length; i += 2) {
            const vertex = this.move(parameters[i], parameters[i + 1]);
            if (drawing) this.open.push(vertex);
        }
    }
}

/** Runs the commands until they end or cannot be read on. */
function draw(pen, integers, fault) {
    const cut = fault === 'bad-varint' ? 'geometry:bad-varint' : 'geometry:truncated';
    let last = 0;
    for (let at = 0; at < integers.length; ) {
        const id = integers[at] & 7;
        const count = integers[at++] >>> 3;
        const repeated = last === id && pen.version >= 2;
        last = id;
        if (id === 7) {
            pen.closePath(count);
        } else if (id !== 1 && id !== 2) {
            pen.problems.push('geometry:unknown-command');
            return;
        } else if (count === 0) {
            pen.problems.push('geometry:zero-count');
        } else if (2 * count > integers.length - at) {
            pen.problems.push(cut);
            return;
        } else {
            const parameters = integers.slice(at, at + 2 * count);
            at += 2 * count;
            if (id === 1) pen.moveTo(parameters, repeated);
            else pen.lineTo(parameters, repeated);
        }
    }
    if (fault) pen.problems.push(cut);
}

/** Rings to polygons: the first ring of an area tells which winding exteriors have. */
function groupRings(pen) {
    const polygons = [];
    let exterior = 0;
    for (const ring of pen.parts) {
        const area = twiceArea(ring);
        const sign = area > 0n ? 1 : area < 0n ? -1 : 0;
        if (sign === 0 && pen.ringsSeen > 1) {
            pen.problems.push('geometry:zero-area');
            continue;
        }
        if (exterior === 0) {
            if (sign < 0 && pen.version >= 2) pen.problems.push('geometry:interior-without-exterior');
            exterior = sign;
        }
        if (sign === exterior || polygons.length === 0) polygons.push([]);
        polygons.at(-1).push(ring);
    }
    return polygons;
}

/**
 * @param {number} type 1, 2 or 3
 * @param {number} version of the layer
 * @param {number[]} integers the geometry's command integers and parameters
 * @param {string | null} fault how the packed run ended, where it did badly: 'truncated' or 'bad-varint'
 * @returns {{ parts: any[], problems: string[] }} points, lines, or polygons of rings
 */
export function modelGeometry(type, version, integers, fault) {
    const pen = new Pen(type, version);
    draw(pen, integers, fault);
    pen.endPart();
    if (pen.wrapped) pen.problems.push('geometry:overflow');
    const parts = type === POLYGON ? groupRings(pen) : pen.parts;
    return { parts, problems: pen.problems };
}
