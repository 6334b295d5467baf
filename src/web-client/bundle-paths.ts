// Where the files of the web client are served.

/** Below which they are. */
export const publicPath = '/web/'
