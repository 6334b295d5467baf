// The dialogs of what is done to messages and topics, loaded when somebody first opens one.
import type { Message } from '../store/messages'

export function showHistory(message: Message): void {
  void import('./history').then((dialog) => dialog.showHistory(message))
}

export function showReceipts(message: Message): void {
  void import('./receipts').then((dialog) => dialog.showReceipts(message))
}

export function showReportDialog(message: Message): void {
  void import('./report-dialog').then((dialog) => dialog.showReportDialog(message))
}

export function showMoveDialog(message: Message): void {
  void import('./move-dialog').then((dialog) => dialog.showMoveDialog(message))
}

/** @param messageId one of the topic's messages */
export function showTopicMoveDialog(channelId: number, topic: string, messageId: number): void {
  void import('./move-dialog').then((dialog) => dialog.showTopicMoveDialog(channelId, topic, messageId))
}
