import { Button, Card, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account.ts'
import type { SchoolType } from '#contract/schools.facts.ts'
import { NewSchoolForm, SCHOOL_KINDS, setupEndpoints } from '#contract/schools.setup.ts'
import { schoolEndpoints } from '#contract/schools.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { EMPTY_SCHOOL, SCHOOL_FIELDS, SchoolForm } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'

const TITLE = 'Schule anlegen'

const AddSchoolCard = () => {
  const [done, setDone] = useState<Reply<typeof setupEndpoints.addSchool>>()
  const { kept, remember } = useKeptInput<typeof EMPTY_SCHOOL>()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(NewSchoolForm, kept ?? EMPTY_SCHOOL)
  useEffect(() => remember(kept || form.isDirty() ? form.values : undefined))
  const add = useCall(setupEndpoints.addSchool, {
    onFieldErrors: refuse,
    invalidates: [accountEndpoints.basedata, schoolEndpoints.publicList],
  })
  const chooseKind = (kind: SchoolType) => form.setValues({ kind, short: SCHOOL_KINDS[kind].short })
  const submit = onSubmit(async (values) => setDone(await add.run({ body: NewSchoolForm.parse(values) })))

  if (done) {
    return (
      <SchoolReadyCard done={done}>
        <Button component={Link} to={paths.home}>
          Zur Startseite
        </Button>
      </SchoolReadyCard>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={720} gap="md">
        <ErrorSummary errors={form.errors} labels={SCHOOL_FIELDS} attempt={attempt} />
        <Card>
          <SchoolForm form={form} prefix="" onKind={chooseKind} />
        </Card>
        <Group>
          <ActionButton type="submit" size="md" isRunning={add.isRunning}>
            Schule anlegen
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

/** A further school, for an admin. */
export const AddSchoolPage = () => (
  <>
    <PageTitle breadcrumb={<Breadcrumb crumbs={[{ text: 'Schulverwaltung', to: paths.schools }]} current={TITLE} />}>
      {TITLE}
    </PageTitle>
    <AddSchoolCard />
  </>
)
