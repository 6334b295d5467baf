// What can be wrong with a backup, told apart: something is missing, something is not what was stored, or the key does not open it.

/** Something of it is not there. */
export class BackupIncompleteError extends Error {}

/** Something of it is there, and is not what was stored. */
export class BackupDamagedError extends Error {}

/** It can't be made, restored or found as asked for: nothing was changed. */
export class BackupRefusedError extends Error {}

/** The private key is not the one, or there is none. */
export class WrongKeyError extends Error {}
