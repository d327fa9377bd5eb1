import { Card, List, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { ClassName } from '#contract/schoolclasses/schoolclasses.ts'
import { linkTarget } from '#web/ui/link-target.ts'

/** Spec §3, as far as a list of classes needs it. */
export interface AssignedClass extends ClassName {
  /** To the class; without it the name is text. */
  path?: string
}

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
        {[...classes].sort(compareClasses).map((one) => (
          <List.Item key={one.id}>
            {one.path ? <Link {...linkTarget(one.path)}>{one.classgradePlain}</Link> : one.classgradePlain}
          </List.Item>
        ))}
      </List>
    )}
  </>
)

interface ClassAssignmentCardProps {
  /** Classes that the person leads. */
  responsible: readonly AssignedClass[]
  /** Classes that the person is assigned to. */
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
