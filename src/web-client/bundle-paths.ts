// Where the files of the web client are served.

/** Below which they are. */
export const publicPath = '/web/'

/** The service worker among them, which is served at the root as well: it is for all of the organization's address. */
export const workerName = 'service-worker.js'
