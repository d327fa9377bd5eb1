import { Anchor, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { goTo } from './app-history.ts'

export const NOTIFICATION_MS = 5000 // spec §9

interface NoticeOptions {
  /** Takes the action back; shown as the button *Rückgängig*. */
  undo?: () => void | Promise<void>
  /** A page to go on to. */
  link?: { text: string; to: string }
  type?: 'info' | 'positive' | 'negative'
}

const COLORS = { info: 'brand', positive: 'green', negative: 'red' } as const

const Notice = ({ message, options, close }: { message: ReactNode; options: NoticeOptions; close: () => void }) => {
  const { undo, link } = options
  return (
    <Group justify="space-between" gap="sm">
      <span>{message}</span>
      {link && (
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            close()
            goTo(link.to)
          }}
        >
          {link.text}
        </Anchor>
      )}
      {undo && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            close()
            void undo()
          }}
        >
          Rückgängig
        </Button>
      )}
    </Group>
  )
}

let shownNotices = 0

/** A short notice for 5 s; it stays while the pointer or the focus is on it (WCAG 2.2.1). */
export const notify = (message: ReactNode, options: NoticeOptions = {}) => {
  const id = `notice-${++shownNotices}`
  notifications.show({
    id,
    message: <Notice message={message} options={options} close={() => notifications.hide(id)} />,
    color: COLORS[options.type ?? 'positive'],
    autoClose: NOTIFICATION_MS,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Meldung schließen' },
  })
}
