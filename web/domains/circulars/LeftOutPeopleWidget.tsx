import { Link } from '@tanstack/react-router'
import { leftOutName } from '#contract/circulars/circulars.people.ts'
import { type Addressed, addressPage } from '#web/shell/address-page.ts'

interface LeftOutPerson<Reason extends string> extends Addressed {
  guardian_id: number | null
  contact_id?: number | null
  child: string
  name: string | null
  reason: Reason
}

interface LeftOutPeopleProps<Reason extends string> {
  people: readonly LeftOutPerson<Reason>[]
  /** The reasons in words. */
  labels: Readonly<Record<Reason, string>>
}

/** Who gets no mail and why; each name leads to the page with the address. */
export const LeftOutPeopleWidget = <Reason extends string>({ people, labels }: LeftOutPeopleProps<Reason>) => (
  <ul className="sh-flush">
    {people.map((one) => {
      const page = addressPage(one)
      const { pupil_id, registration_id, employee_id, guardian_id, contact_id } = one
      return (
        <li key={[pupil_id, registration_id, employee_id, guardian_id, contact_id].join(' ')}>
          {page ? <Link {...page}>{leftOutName(one)}</Link> : leftOutName(one)}: {labels[one.reason]}
        </li>
      )
    })}
  </ul>
)
