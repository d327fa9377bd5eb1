import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { FirstSchoolStep, NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import { useToday } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { paths } from '#web/paths.ts'
import { changeSchool } from '#web/shell/change-school.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { useNativeForm } from '#web/ui/native/use-native-form.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { FirstYearForm } from './FirstYearForm.tsx'
import { EMPTY_SCHOOL, SchoolForm, type SetupValues } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'
import { SetupStepCard } from './SetupStepCard.tsx'
import { useStepPages, useStepStart } from './use-step-pages.ts'

const TITLE = 'Schule anlegen'

const STEPS = [
  { title: 'Schritt 1 von 2: Die Schule', rules: async () => FirstSchoolStep },
  { title: 'Schritt 2 von 2: Das Schuljahr', rules: async () => NewSchoolForm },
] as const

type Typed = Pick<ReturnType<typeof useNativeForm<SetupValues>>, 'values'>
const nameOf = ({ values: { name } }: Typed) => String(name).trim()
const shortOf = ({ values: { short } }: Typed) => String(short).trim()

const AddSchoolCard = () => {
  const today = useToday()
  const [done, setDone] = useState<Reply<typeof setupEndpoints.addSchool>>()
  const { preserved, remember } = usePreservedInput<SetupValues>()
  const pages = useStepPages()
  const isLast = pages.step > 0
  const step = STEPS[isLast ? 1 : 0]
  const form = useNativeForm<SetupValues>({ initial: preserved ?? EMPTY_SCHOOL, schema: step.rules })
  useEffect(() => remember(preserved || form.isDirty ? form.values : undefined))
  useStepStart(pages.step, Object.keys(form.errors).length > 0)
  const add = useCall(setupEndpoints.addSchool, {
    onFieldErrors: (errors) => {
      form.refuse(errors)
      pages.goBackTo(0)
    },
    invalidates: [accountEndpoints.basedata, publicSchoolEndpoints.list],
  })
  const submit = form.onSubmit(async (values) =>
    isLast ? setDone(await add.run({ body: NewSchoolForm.parse(values) })) : pages.goForward(),
  )

  if (done) {
    return (
      <SchoolReadyCard done={done}>
        <ButtonRow>
          <Button size="md" variant="default" component={Link} to={paths.home}>
            Zur Startseite
          </Button>
          <Button size="md" onClick={() => void changeSchool({ id: done.school_id, short: shortOf(form) }, paths.home)}>
            {`Zu ${nameOf(form)} wechseln`}
          </Button>
        </ButtonRow>
      </SchoolReadyCard>
    )
  }
  return (
    <SetupStepCard
      title={step.title}
      form={form}
      labels={SCHOOL_WORDS}
      onSubmit={submit}
      onBack={isLast ? () => pages.goBackTo(0) : undefined}
      goOn={isLast ? TITLE : 'Weiter'}
    >
      {isLast ? (
        <FirstYearForm form={form} prefix="" today={today} />
      ) : (
        <SchoolForm form={form} prefix="" today={today} />
      )}
    </SetupStepCard>
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
