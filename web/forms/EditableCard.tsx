import { Button, Card, Title } from '@mantine/core'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { HyphenatedText } from '#web/ui/HyphenatedText.tsx'
import classes from './forms.module.css'

interface EditableCardProps {
  /** Also the hash that leads to it. */
  name: string
  headingId: string
  title: string
  /** Missing: it is open already, or it may not be changed. */
  onEdit?: (() => void) | undefined
  /** What else stands beside the title. */
  tools?: ReactNode
  isUnprinted?: boolean
  children: ReactNode
}

/** A part of a page with its title, which can have the focus, and the button that opens it for changes (ux §3.4). */
export const EditableCard = ({ name, headingId, title, onEdit, tools, isUnprinted, children }: EditableCardProps) => (
  <Card
    component="section"
    id={name}
    aria-labelledby={headingId}
    className={isUnprinted ? 'sh-screen-only' : ''}
    style={{ overflow: 'visible' }}
  >
    <div className={`sh-row sh-below-2 sh-spread sh-gap-2 ${classes.head}`}>
      <Title order={2} id={headingId} tabIndex={-1}>
        <HyphenatedText text={title} />
      </Title>
      {onEdit && (
        <Button
          variant="default"
          size="compact-md"
          className={`sh-fixed sh-screen-only ${classes.edit}`}
          leftSection={<Pencil size={18} aria-hidden />}
          aria-label={`${title} bearbeiten`}
          onClick={onEdit}
        >
          <span className="sh-not-on-phones">Bearbeiten</span>
        </Button>
      )}
      {tools}
    </div>
    {children}
  </Card>
)
