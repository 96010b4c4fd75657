// A classic worker, as an application has it.

onmessage = async ({ data }) => {
    try {
        const { decode } = await import('/node_modules/tilewasm/dist/index.mjs');
        postMessage(JSON.parse(JSON.stringify(decode(data))));
    } catch (error) {
        postMessage({ error: { code: error.code, message: error.message } });
    }
};
