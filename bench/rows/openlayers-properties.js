// The same as the row before, and every feature's properties read, as a style does that looks at each feature.

import { compareFormats } from '../support/openlayers.js';

export default {
    title: 'OpenLayers features, properties of each read',
    peer: 'ol/format/MVT',
    goals: {},
    prepare: () => compareFormats((feature) => feature.getFlatCoordinates().length + (feature.get('layer') === undefined ? 0 : 1)),
};
