// The workers of the map's pool.
import 'tilewasm/pool-worker';
