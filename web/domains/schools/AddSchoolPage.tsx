import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { useNativeForm } from '#web/ui/native/use-native-form.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { EMPTY_SCHOOL, errorsInOrder, SchoolForm } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'
import classes from './school-form.module.css'

const TITLE = 'Schule anlegen'

const newSchoolRules = async () => NewSchoolForm

const AddSchoolCard = () => {
  const [done, setDone] = useState<Reply<typeof setupEndpoints.addSchool>>()
  const { preserved, remember } = usePreservedInput<typeof EMPTY_SCHOOL>()
  const form = useNativeForm<Record<string, string | boolean>>({
    initial: preserved ?? EMPTY_SCHOOL,
    schema: newSchoolRules,
  })
  useEffect(() => remember(preserved || form.isDirty ? (form.values as typeof EMPTY_SCHOOL) : undefined))
  const add = useCall(setupEndpoints.addSchool, {
    onFieldErrors: form.refuse,
    invalidates: [accountEndpoints.basedata, publicSchoolEndpoints.list],
  })
  const submit = form.onSubmit(async (values) => setDone(await add.run({ body: NewSchoolForm.parse(values) })))

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
    <form className={classes.form} onSubmit={submit} noValidate>
      <NativeErrorSummary errors={errorsInOrder(form.errors, SCHOOL_WORDS)} attempt={form.attempt} />
      <NativeCard>
        <SchoolForm form={form} prefix="" />
      </NativeCard>
      <NativeButton type="submit" look="primary" isBusy={form.isRunning}>
        Schule anlegen
      </NativeButton>
    </form>
  )
}

/** A further school, for an admin. */
export const AddSchoolPage = () => (
  <>
    <PageTitle breadcrumb={<Breadcrumb crumbs={[{ text: 'Schulverwaltung', to: paths.schools }]} current={TITLE} />}>
      {TITLE}
    </PageTitle>
    <NativeColumn isWide>
      <AddSchoolCard />
    </NativeColumn>
  </>
)
