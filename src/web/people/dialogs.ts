// The dialogs about people, loaded when somebody first opens one.

export function showProfile(id: number): void {
  void import('./profile').then((dialog) => dialog.showProfile(id))
}

export function showStatusDialog(): void {
  void import('./status-dialog').then((dialog) => dialog.showStatusDialog())
}
