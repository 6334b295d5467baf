// The dialogs of what is done to messages and topics, loaded when somebody first opens one.
import { showLoaded } from '../parts/loaded-dialog'
import type { Message } from '../store/messages'

export function showHistory(message: Message): void {
  showLoaded(
    () => import('./history'),
    (dialog) => dialog.showHistory(message),
  )
}

export function showReceipts(message: Message): void {
  showLoaded(
    () => import('./receipts'),
    (dialog) => dialog.showReceipts(message),
  )
}

export function showReportDialog(message: Message): void {
  showLoaded(
    () => import('./report-dialog'),
    (dialog) => dialog.showReportDialog(message),
  )
}

export function showMoveDialog(message: Message): void {
  showLoaded(
    () => import('./move-dialog'),
    (dialog) => dialog.showMoveDialog(message),
  )
}

/** @param messageId one of the topic's messages */
export function showTopicMoveDialog(channelId: number, topic: string, messageId: number): void {
  showLoaded(
    () => import('./move-dialog'),
    (dialog) => dialog.showTopicMoveDialog(channelId, topic, messageId),
  )
}
