import { Button, Card, Group, Text } from '@mantine/core'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { changeSchool } from './change-school.ts'

/** Replaces every page of a school while none is active: a hint and the schools as large choices (ux §3.1). */
export const NoSchoolPage = () => {
  const schools = useSignedIn()?.attachedSchools ?? []
  const mayChange = useMay()('change user school')
  const isAsked = mayChange && schools.length > 0
  return (
    <>
      <PageTitle>Keine Schule aktiv</PageTitle>
      <Card maw={600}>
        <Text fw={600}>
          {isAsked ? 'Mit welcher Schule möchten Sie arbeiten?' : 'Ihr Konto gehört zu keiner Schule.'}
        </Text>
        {isAsked ? (
          <Group mt="lg">
            {schools.map((school) => (
              <Button key={school.id} size="lg" variant="default" onClick={() => changeSchool(school)}>
                {school.short}
              </Button>
            ))}
          </Group>
        ) : (
          <Text mt="xs">Bitte wenden Sie sich an Ihre Schulleitung.</Text>
        )}
      </Card>
    </>
  )
}
