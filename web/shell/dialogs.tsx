import { Button, Group, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import classes from './dialogs.module.css'

const ICONS = { info: Info, positive: CircleCheck, negative: CircleAlert, attention: TriangleAlert } as const

/** Sets the theme of a dialog (spec §2). */
export type DialogType = keyof typeof ICONS

interface DialogOptions {
  title?: string
  message: ReactNode
  type?: DialogType
}

interface ConfirmOptions extends DialogOptions {
  accept?: string
  dismiss?: string
}

interface PromptOptions extends ConfirmOptions {
  label: string
  initial?: string
  maxWidth?: number
}

const CONFIRM_WIDTH = 400 // spec §9
const PROMPT_WIDTH = 480

const DialogTitle = ({ title, type }: { title: string; type: DialogType }) => {
  const Icon = ICONS[type]
  return (
    <span className={classes.title} data-type={type}>
      <Icon size={20} aria-hidden />
      {title}
    </span>
  )
}

interface Frame extends Pick<DialogOptions, 'title' | 'type'> {
  width: number
  /** Escape dismisses only where there is a button that dismisses. */
  hasDismiss: boolean
  onClosed: () => void
}

let openedDialogs = 0

/** Opens a persistent dialog (spec §2): only its buttons and Escape close it. */
const openDialog = (frame: Frame, content: (close: () => void) => ReactNode) => {
  const { title = 'Hinweis', type = 'info', width, hasDismiss, onClosed } = frame
  // A counter: crypto.randomUUID exists only behind TLS or on localhost.
  const modalId = `dialog-${++openedDialogs}`
  modals.open({
    modalId,
    title: <DialogTitle title={title} type={type} />,
    children: content(() => modals.close(modalId)),
    size: width,
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: hasDismiss,
    onClose: onClosed,
  })
}

/** One OK button; resolves when it is closed. */
export const alertDialog = ({ message, ...options }: DialogOptions) =>
  new Promise<void>((resolve) => {
    openDialog({ ...options, width: CONFIRM_WIDTH, hasDismiss: false, onClosed: resolve }, (close) => (
      <>
        <Text component="div">{message}</Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={close} data-autofocus>
            OK
          </Button>
        </Group>
      </>
    ))
  })

/** Accept or dismiss; Escape dismisses. */
export const confirmDialog = ({ message, accept = 'OK', dismiss = 'Abbrechen', ...options }: ConfirmOptions) =>
  new Promise<boolean>((resolve) => {
    let isAccepted = false
    openDialog({ ...options, width: CONFIRM_WIDTH, hasDismiss: true, onClosed: () => resolve(isAccepted) }, (close) => (
      <>
        <Text component="div">{message}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {dismiss}
          </Button>
          <Button
            color={options.type === 'negative' ? 'red' : 'brand'}
            data-autofocus
            onClick={() => {
              isAccepted = true
              close()
            }}
          >
            {accept}
          </Button>
        </Group>
      </>
    ))
  })

interface PromptFormProps extends Pick<PromptOptions, 'label' | 'initial' | 'message'> {
  accept: string
  dismiss: string
  onAccept: (text: string) => void
  onDismiss: () => void
}

const PromptForm = ({ label, initial = '', message, accept, dismiss, onAccept, onDismiss }: PromptFormProps) => {
  const [text, setText] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAccept(text)
  }
  return (
    <form onSubmit={submit}>
      <Text component="div" mb="sm">
        {message}
      </Text>
      <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDismiss}>
          {dismiss}
        </Button>
        <Button type="submit">{accept}</Button>
      </Group>
    </form>
  )
}

/** Asks for a line of text: Enter accepts, Escape dismisses (undefined). */
export const promptDialog = ({
  accept = 'OK',
  dismiss = 'Abbrechen',
  maxWidth = PROMPT_WIDTH,
  ...options
}: PromptOptions) =>
  new Promise<string | undefined>((resolve) => {
    let answer: string | undefined
    openDialog({ ...options, width: maxWidth, hasDismiss: true, onClosed: () => resolve(answer) }, (close) => (
      <PromptForm
        {...options}
        accept={accept}
        dismiss={dismiss}
        onDismiss={close}
        onAccept={(text) => {
          answer = text
          close()
        }}
      />
    ))
  })
