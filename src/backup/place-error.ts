// What is wrong with a place of backups itself, whatever was asked of it.

/** The place can't be reached, or refuses: the message says why. */
export class PlaceError extends Error {}
