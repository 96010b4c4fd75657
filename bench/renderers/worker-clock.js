// Runs in a worker of loaders.gl's in front of its script, which it is joined to: broadcasts the milliseconds from each message until
// its result is handed over. Put there by renderers.js, heard by page.js.

{
    const times = new BroadcastChannel('parse-times');
    const post = globalThis.postMessage.bind(globalThis);
    let start = 0;
    globalThis.addEventListener('message', () => (start = performance.now()));
    globalThis.postMessage = (/** @type {any} */ message, /** @type {any} */ transfer) => {
        if (message?.type === 'done') times.postMessage(performance.now() - start);
        post(message, transfer);
    };
}
