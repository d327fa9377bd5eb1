import { Card, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface TitledCardProps {
  /** The heading's id, by which the card is named and found. */
  id: string
  title: ReactNode
  /** The room below the heading. */
  gap?: 'xs' | 'sm' | 'md'
  /** A heading that takes the focus when a part of the card is gone. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a page: a card that is named by its heading. */
export const TitledCard = ({ id, title, gap, titleRef, children }: TitledCardProps) => (
  <Card component="section" aria-labelledby={id}>
    <Title order={2} id={id} {...(gap && { mb: gap })} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
      {title}
    </Title>
    {children}
  </Card>
)
