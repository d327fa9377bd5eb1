import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useFocusBack, useOpenState } from '#web/ui/use-opened.ts'
import { type DialogRequest, dialogRequests } from './dialog-requests.ts'
import classes from './shell-dialogs.module.css'

const ICONS = { info: Info, positive: CircleCheck, negative: CircleAlert, attention: TriangleAlert } as const

/** One generic dialog (spec §2): persistent, so only its buttons, Enter and where there is a dismiss button Escape close it. */
const Dialog = ({ request }: { request: DialogRequest }) => {
  const { kind, title, message, type, accept, dismiss, width, label, initial } = request
  const [isOpen, setOpen] = useOpenState()
  useFocusBack()
  const [text, setText] = useState(initial)
  const isAnswered = useRef(false)

  const close = (answer: string | undefined) => {
    if (isAnswered.current) return
    isAnswered.current = true
    setOpen(false)
    request.answer(answer)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close(text)
  }
  const Icon = ICONS[type]
  const prefersDismiss = request.prefers === 'dismiss'
  const isDangerous = kind === 'confirm' && (prefersDismiss || type === 'negative')

  return (
    <Modal
      opened={isOpen}
      onClose={() => close(undefined)}
      onExitTransitionEnd={() => dialogRequests.remove(request.id)}
      closeOnEscape={request.hasEscape}
      size={width}
      title={
        <span className={`sh-inline sh-bold sh-gap-2 ${classes.title}`} data-type={type}>
          <Icon size={20} aria-hidden />
          {title}
        </span>
      }
    >
      <form onSubmit={submit} data-question>
        <Text component="div">{message}</Text>
        {kind === 'prompt' && (
          <TextInput
            mt="sm"
            label={label}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" mt="lg">
          {kind !== 'alert' && (
            <Button variant="default" data-autofocus={prefersDismiss || undefined} onClick={() => close(undefined)}>
              {dismiss}
            </Button>
          )}
          <Button
            type="submit"
            color={isDangerous ? 'red' : 'brand'}
            data-autofocus={(kind !== 'prompt' && !prefersDismiss) || undefined}
          >
            {accept}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

export const DialogStack = ({ requests }: { requests: readonly DialogRequest[] }) =>
  requests.map((request) => <Dialog key={request.id} request={request} />)
