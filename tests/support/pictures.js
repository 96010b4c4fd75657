// Compares two screenshots in the browser that made them. Used by the tests of the renderers.

/** A channel may differ by this much: rounding of colours and edges. */
const TOLERANCE = 24;

/**
 * A screenshot that no longer changes: map libraries go on drawing after they have said that they are done.
 *
 * @param {import('playwright-core').Locator} locator
 */
export async function settledPicture(locator) {
    let before = await locator.screenshot();
    for (let i = 0; i < 40; i++) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const now = await locator.screenshot();
        if (now.equals(before)) return now;
        before = now;
    }
    throw new Error('the picture does not come to rest');
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Buffer} first PNG
 * @param {Buffer} second PNG of the same size
 * @returns {Promise<{ different: number, colors: number }>} the share of pixels that differ, and how many colours the first has
 */
export async function comparePictures(browser, first, second) {
    const page = await browser.newPage();
    try {
        return await page.evaluate(
            async ({ pictures, tolerance }) => {
                const [a, b] = await Promise.all(
                    pictures.map(async (text) => {
                        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
                        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
                        context.drawImage(bitmap, 0, 0);
                        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
                    }),
                );
                if (a.length !== b.length) return { different: 1, colors: 0 };
                let different = 0;
                const colors = new Set();
                for (let i = 0; i < a.length; i += 4) {
                    colors.add((a[i] << 16) | (a[i + 1] << 8) | a[i + 2]);
                    if ([0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > tolerance)) different++;
                }
                return { different: different / (a.length / 4), colors: colors.size };
            },
            { pictures: [first, second].map((picture) => picture.toString('base64')), tolerance: TOLERANCE },
        );
    } finally {
        await page.close();
    }
}
