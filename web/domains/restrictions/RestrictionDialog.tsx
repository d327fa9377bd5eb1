import { privacyRequestEndpoints } from '#contract/privacyrequests/privacyrequests.ts'
import type { RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import { LiftForm, RestrictionForm, restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import type { RestrictProps } from './restrict-props.ts'

const SET_FIELDS = fieldsIn(RestrictionForm, ['reason'])
const LIFT_FIELDS = fieldsIn(LiftForm, ['reason'])

const HIDDEN =
  'Danach sieht nur noch die Schulleitung diese Daten. In Listen, Suche, Exporten, Ausdrucken und E-Mails stehen sie nicht mehr. Zahlen in Statistiken bleiben.'
/** What else ends for this kind of person. */
const CONSEQUENCES: Record<RestrictedSubject, string> = {
  pupil:
    'Der Elternlink gilt so lange nicht, das Kind steht in keiner Klassenliste und wartet beim Schuljahreswechsel. Gelöscht wird bis dahin nichts.',
  guardian: 'Die Person bekommt keine E-Mails der Schule und steht bei ihren Kindern nicht in der Telefonliste.',
  employee: 'Das Benutzerkonto bleibt, und die Person arbeitet mit ihren Klassen weiter.',
  registration:
    'Die Bewerbung behält ihren Platz. Niemand kann über sie entscheiden, und gelöscht wird sie auch nicht.',
}
const LIFTED =
  'Danach sehen alle mit den passenden Rechten diese Daten wieder. Bitte benachrichtigen Sie die betroffene Person vorher (Art. 18 Abs. 3 DSGVO).'

const startOf = ({ requestId }: Pick<RestrictProps, 'requestId'>) =>
  requestId === undefined ? undefined : { reason: `Anfrage Nr. ${requestId}: ` }

/** Lists, numbers and pages that were loaded may all be outdated. */
const renewAll = () => queryClient.invalidateQueries()

/** Asks why somebody is restricted from now on, or no longer. */
export const RestrictionDialog = (props: RestrictProps) => {
  const { subject, id, name, requestId, isLifting = false, onClose, onChanged } = props
  const fields = isLifting ? LIFT_FIELDS : SET_FIELDS
  const edit = useEdit({
    fields,
    loaded: undefined,
    valuesOf: () => inputsOf(fields, isLifting ? undefined : startOf(props)),
    loadAnew: async () => undefined,
    rules: { add: isLifting ? LiftForm : RestrictionForm },
  })
  const person = useCall(isLifting ? restrictionEndpoints.lift : restrictionEndpoints.set, edit.calls)
  // If this answers a request, its history gets a line in the same transaction.
  const request = useCall(isLifting ? privacyRequestEndpoints.lift : privacyRequestEndpoints.restrict, edit.calls)
  const send = (body: RestrictionForm) =>
    requestId === undefined
      ? person.run({ params: { subject, id }, body })
      : request.run({ params: { id: requestId }, body })
  return (
    <RecordDialog
      title={`${isLifting ? 'Einschränkung aufheben' : 'Verarbeitung einschränken'}: ${name}`}
      action={isLifting ? 'Einschränkung aufheben' : 'Einschränken'}
      size={520}
      edit={edit}
      focus="reason"
      onAdd={async (body) => {
        const reply = await send(body)
        if (!reply) return undefined
        await renewAll()
        onChanged?.()
        return { ...reply, about: `restriction ${subject} ${id}` }
      }}
      isRunning={person.isRunning || request.isRunning}
      onGone={onClose}
    >
      <p className="sh-flush">{isLifting ? LIFTED : `${HIDDEN} ${CONSEQUENCES[subject]}`}</p>
    </RecordDialog>
  )
}
