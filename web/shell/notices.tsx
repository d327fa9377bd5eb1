import '@mantine/notifications/styles.layer.css'
import { Anchor, Button, Group } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { goTo } from './app-history.ts'
import type { NoticeOptions } from './notice-options.ts'

const NOTIFICATION_MS = 5000 // spec §9

const COLORS = { info: 'brand', positive: 'green', negative: 'red' } as const

export const NoticeArea = () => <Notifications position="bottom-right" autoClose={NOTIFICATION_MS} />

const Notice = ({ message, options, close }: { message: ReactNode; options: NoticeOptions; close: () => void }) => {
  const { undo, link } = options
  return (
    <Group justify="space-between" gap="sm">
      {message && <span>{message}</span>}
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

// A counter: crypto.randomUUID exists only behind TLS or on localhost.
let shownNotices = 0

export const showNotice = (message: ReactNode, options: NoticeOptions) => {
  const id = `notice-${++shownNotices}`
  notifications.show({
    id,
    message: <Notice message={message} options={options} close={() => notifications.hide(id)} />,
    color: COLORS[options.type ?? 'positive'],
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Meldung schließen' },
  })
}
