import { type ReactNode, useSyncExternalStore } from 'react'
import { DialogStack } from './DialogStack.tsx'
import { type DialogRequest, type DialogType, dialogRequests } from './dialog-requests.ts'

interface DialogOptions {
  title?: string
  message: ReactNode
  type?: DialogType
  /** Escape closes an alert, too: it says only that something succeeded, above a dialog that Escape closes. */
  hasEscape?: boolean
}

interface ConfirmOptions extends DialogOptions {
  accept?: string
  dismiss?: string
  /**
   * The button with the focus. 'dismiss' where something is lost: a hasty Enter loses nothing, and the verb that does it
   * is the one that stands out, in red (ux §2).
   */
  prefers?: 'accept' | 'dismiss'
}

interface PromptOptions extends ConfirmOptions {
  label: string
  initial?: string
  maxWidth?: number
}

const CONFIRM_WIDTH = 400 // spec §9
const PROMPT_WIDTH = 480

/** Where the dialogs appear. */
export const DialogHost = () => {
  const requests = useSyncExternalStore(dialogRequests.subscribe, dialogRequests.get)
  return <DialogStack requests={requests} />
}

const ask = (kind: DialogRequest['kind'], width: number, options: ConfirmOptions & Partial<PromptOptions>) =>
  new Promise<string | undefined>((answer) =>
    dialogRequests.add({
      kind,
      width,
      title: options.title ?? 'Hinweis',
      message: options.message,
      type: options.type ?? 'info',
      accept: options.accept ?? 'OK',
      dismiss: options.dismiss ?? 'Abbrechen',
      prefers: options.prefers ?? 'accept',
      hasEscape: options.hasEscape ?? kind !== 'alert',
      label: options.label ?? '',
      initial: options.initial ?? '',
      answer,
    }),
  )

/** One OK button; resolves when it is closed. */
export const alertDialog = async (options: DialogOptions): Promise<void> => {
  await ask('alert', CONFIRM_WIDTH, options)
}

/** Accept or dismiss; Escape dismisses. */
export const confirmDialog = async (options: ConfirmOptions) =>
  (await ask('confirm', CONFIRM_WIDTH, options)) !== undefined

/** Asks for a line of text: Enter accepts, Escape dismisses (undefined). */
export const promptDialog = (options: PromptOptions) => ask('prompt', options.maxWidth ?? PROMPT_WIDTH, options)
