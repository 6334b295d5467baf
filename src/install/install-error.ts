// Why nothing was installed or removed, in words for whoever asked for it.

export class InstallError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InstallError'
  }
}
