import { List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import { type ClassName, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'

/** Spec §3, as far as a list of classes needs it. */
export interface AssignedClass extends ClassName {
  /** To the class; without it the name is text. */
  path?: string
}

const ClassList = ({ id, title, classes }: { id: string; title: string; classes: readonly AssignedClass[] }) => (
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

/** Classes that a person leads, and classes that the person is assigned to. */
export const ClassAssignment = (props: Record<'responsible' | 'assigned', readonly AssignedClass[]>) =>
  props.responsible.length + props.assigned.length === 0 ? (
    <Text mt="xs">Ihnen ist noch keine Klasse zugeordnet.</Text>
  ) : (
    <>
      <ClassList id="klassenleitung" title="Klassenleitung" classes={props.responsible} />
      <ClassList id="zugeordnete-klassen" title="folgenden Klassen zugeordnet" classes={props.assigned} />
    </>
  )

// Spec §8: 'class load failure shows the unknown-error alert'.
const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {})

const LoadedClasses = () => {
  const query = useQuery(ownClassesQuery)
  const mayOpen = useMay()(['view schoolclasses', 'view attached schoolclasses'])
  const linked = (classes: readonly AssignedClass[]) =>
    mayOpen ? classes.map((one) => ({ ...one, path: paths.schoolclass(one.id) })) : classes
  return (
    <Loaded query={query}>
      {({ asResponsibleTeacher, asAssignedEmployee }) => (
        <ClassAssignment responsible={linked(asResponsibleTeacher)} assigned={linked(asAssignedEmployee)} />
      )}
    </Loaded>
  )
}

/** The signed-in user's classes at the active school; they are links when the user may open classes (ux §3.14). */
export const OwnClassesCard = ({ hasSchool }: { hasSchool: boolean }) => (
  <TitledCard id="klassenzuordnung" title="Klassenzuordnung">
    {hasSchool ? <LoadedClasses /> : <ClassAssignment responsible={[]} assigned={[]} />}
  </TitledCard>
)
