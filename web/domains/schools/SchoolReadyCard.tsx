import { Alert, Button, Card, CopyButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface SchoolReadyCardProps {
  done: { message: string; form_url: string; are_mails_sent: boolean }
  /** The way on. */
  children: ReactNode
}

/** The form with the pressed button is gone: reading goes on here. */
const takeFocus = (text: HTMLElement | null) => text?.focus()

/** After the set-up: the address parents can apply at from now on. */
export const SchoolReadyCard = ({ done, children }: SchoolReadyCardProps) => (
  <Card maw={720}>
    <Text fw={600} tabIndex={-1} ref={takeFocus}>
      {done.message}
    </Text>
    <Text mt="md">Unter dieser Adresse können sich Eltern ab jetzt bewerben:</Text>
    <Group mt="xs">
      <a href={done.form_url}>{done.form_url}</a>
      <CopyButton value={done.form_url}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-md" onClick={copy}>
            {copied ? 'Adresse kopiert' : 'Adresse kopieren'}
          </Button>
        )}
      </CopyButton>
    </Group>
    {!done.are_mails_sent && (
      <Alert mt="md" color="yellow" title="E-Mails werden noch nicht versendet">
        Es ist kein Mailserver eingestellt (SMTP_URL). Bewerbungen kommen an, ihre Bestätigungsmails warten im
        Postausgang.
      </Alert>
    )}
    <Group mt="lg">{children}</Group>
  </Card>
)
