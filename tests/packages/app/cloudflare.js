// A Cloudflare Worker: answers a tile with what it decoded.

import { decode } from 'tilewasm';
import { toGeoJSON } from 'tilewasm/geojson';

export default {
    async fetch(request) {
        try {
            const tile = decode(await request.arrayBuffer());
            return Response.json({ tile, featureCount: toGeoJSON(tile).features.length });
        } catch (error) {
            return Response.json({ error: { code: error.code, message: error.message } });
        }
    },
};
