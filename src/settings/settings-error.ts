// What is wrong with the settings, in a sentence for whoever runs the server.

/** A setting is unknown, wrong, or contradicts another; nothing was started. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}
