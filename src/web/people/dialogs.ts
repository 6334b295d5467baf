// The dialogs about people, loaded when somebody first opens one.
import { showLoaded } from '../parts/loaded-dialog'

export function showProfile(id: number): void {
  showLoaded(
    () => import('./profile'),
    (dialog) => dialog.showProfile(id),
  )
}

export function showStatusDialog(): void {
  showLoaded(
    () => import('./status-dialog'),
    (dialog) => dialog.showStatusDialog(),
  )
}
