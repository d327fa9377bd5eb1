import { Card, Group, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface TitledCardProps {
  /** The heading's id, by which the card is named and found. */
  id: string
  title: ReactNode
  /** The room below the heading. */
  gap?: 'xs' | 'sm' | 'md'
  /** A heading that takes the focus when a part of the card is gone. */
  titleRef?: Ref<HTMLHeadingElement>
  /** Beside the heading; on a phone below it. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page: a card that is named by its heading. */
export const TitledCard = ({ id, title, gap, titleRef, actions, children }: TitledCardProps) => {
  const below = gap && { mb: gap }
  const heading = (
    <Title order={2} id={id} {...(!actions && below)} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
      {title}
    </Title>
  )
  return (
    <Card component="section" aria-labelledby={id}>
      {actions ? (
        <Group justify="space-between" {...below}>
          {heading}
          {actions}
        </Group>
      ) : (
        heading
      )}
      {children}
    </Card>
  )
}
