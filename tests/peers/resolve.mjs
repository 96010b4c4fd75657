// The hook of oldest.mjs, which Node runs in a thread of its own.

const oldest = {
    ol: 'ol-oldest',
    '@loaders.gl/core': 'loaders.gl-core-oldest',
    '@loaders.gl/mvt': 'loaders.gl-mvt-oldest',
};

const here = new URL('package.json', import.meta.url).href;

/**
 * @param {string} specifier
 * @param {{ parentURL?: string }} context
 * @param {(specifier: string, context: object) => any} next
 */
export function resolve(specifier, context, next) {
    const name = Object.keys(oldest).find((peer) => specifier === peer || specifier.startsWith(`${peer}/`));
    if (!name || context.parentURL?.includes('/node_modules/')) return next(specifier, context);
    return next(oldest[name] + specifier.slice(name.length), { ...context, parentURL: here });
}
