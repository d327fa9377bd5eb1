import { Button, Card, CopyButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface SchoolReadyCardProps {
  message: string
  formUrl: string
  /** The way on. */
  children: ReactNode
}

/** The form with the pressed button is gone: reading goes on here. */
const takeFocus = (text: HTMLElement | null) => text?.focus()

/** After the set-up: the address parents can apply at from now on. */
export const SchoolReadyCard = ({ message, formUrl, children }: SchoolReadyCardProps) => (
  <Card maw={720}>
    <Text fw={600} tabIndex={-1} ref={takeFocus}>
      {message}
    </Text>
    <Text mt="md">Unter dieser Adresse können sich Eltern ab jetzt bewerben:</Text>
    <Group mt="xs">
      <a href={formUrl}>{formUrl}</a>
      <CopyButton value={formUrl}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-md" onClick={copy}>
            {copied ? 'Adresse kopiert' : 'Adresse kopieren'}
          </Button>
        )}
      </CopyButton>
    </Group>
    <Group mt="lg">{children}</Group>
  </Card>
)
