// Features for ol/source/VectorTile, as a map makes them of each tile: geometry in the view's units. Properties are there when a style
// reads them; ol/format/MVT makes them at once, the library when asked (the next row asks).

import { compareFormats } from '../support/openlayers.js';

export default {
    title: 'OpenLayers features',
    peer: 'ol/format/MVT',
    goals: { streets: 1.5, 'osm-qa': 8, corpus: 4 },
    prepare: () => compareFormats((feature) => feature.getFlatCoordinates().length + feature.getType().length),
};
