import { Card, List, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { compareTexts } from '#contract/text-order.ts'
import { linkTarget } from '#web/ui/link-target.ts'

/** Spec §3, as far as a list of classes needs it. */
export interface AssignedClass {
  id: number
  description: string
  classgradePlain: string
  schoolgrade: { grade: number }
  /** To the class; without it the name is text. */
  path?: string
}

/** Spec §2: by grade, then description. */
const inOrder = (classes: readonly AssignedClass[]) =>
  [...classes].sort(
    (a, b) => a.schoolgrade.grade - b.schoolgrade.grade || compareTexts(a.description, b.description) || a.id - b.id,
  )

interface ClassListProps {
  id: string
  title: string
  classes: readonly AssignedClass[]
}

const ClassList = ({ id, title, classes }: ClassListProps) => (
  <>
    <Title order={3} id={id} mt="sm">
      {title}
    </Title>
    {classes.length === 0 ? (
      <Text c="dimmed">keine</Text>
    ) : (
      <List aria-labelledby={id}>
        {inOrder(classes).map((one) => (
          <List.Item key={one.id}>
            {one.path ? <Link {...linkTarget(one.path)}>{one.classgradePlain}</Link> : one.classgradePlain}
          </List.Item>
        ))}
      </List>
    )}
  </>
)

interface ClassAssignmentCardProps {
  /** As responsible teacher. */
  responsible: readonly AssignedClass[]
  /** As assigned employee. */
  assigned: readonly AssignedClass[]
}

export const ClassAssignmentCard = ({ responsible, assigned }: ClassAssignmentCardProps) => (
  <Card component="section" aria-labelledby="klassenzuordnung">
    <Title order={2} id="klassenzuordnung">
      Klassenzuordnung
    </Title>
    {responsible.length + assigned.length === 0 && <Text mt="xs">Ihnen ist noch keine Klasse zugeordnet.</Text>}
    <ClassList id="klassenleitung" title="Klassenleitung" classes={responsible} />
    <ClassList id="zugeordnete-klassen" title="folgenden Klassen zugeordnet" classes={assigned} />
  </Card>
)
