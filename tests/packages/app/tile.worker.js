import 'tilewasm/pool-worker';
