import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import type {
  FormContext,
  FormFacts,
  RegistrationAnswers,
  RegistrationForm,
} from '#contract/registrations/registrations.form.ts'
import type { Decided } from './decisions.ts'
import type { Guardian } from './family-maker.ts'
import { FORMER_SCHOOLS, KITAS, TOWN } from './name-pools.ts'
import { FSW } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

const MOTIVATIONS = [
  'Uns gefällt, dass die Kinder in gemischten Gruppen lernen und viel draußen sind.',
  'Der Schulweg ist kurz, und wir kennen die Schule vom Sommerfest.',
  'Unser Kind fragt viel und baut gern. Wir glauben, dass es bei Ihnen gut aufgehoben ist.',
  'Freunde haben uns von der Schule erzählt; der Tag der offenen Tür hat uns überzeugt.',
  'Wir wünschen uns eine Schule, die Eltern einbezieht.',
]
const STATEMENTS = [
  'Ich spiele Schlagzeug und möchte in die Schulband.',
  'Mir gefällt die Werkstatt. Ich repariere Fahrräder mit meinem Opa.',
  'Ich lese gern und mag keine lauten Pausen.',
]
const CHANGE_REASONS = [
  'Wir sind umgezogen.',
  'Der Weg zur bisherigen Schule ist zu weit.',
  'Die Klassen sind sehr groß.',
]

const historyOf = (application: Decided, random: SeededRandom) => {
  const isLateral = application.entry_type === 'lateral'
  if (application.grade === 1) {
    return random.isHit(0.93) ? { kita_name: random.pick(KITAS), kita_city: TOWN.city } : { no_kita: true }
  }
  return {
    own_school: application.isFromFsw,
    previous_school_name: application.isFromFsw ? FSW.form.name : random.pick(FORMER_SCHOOLS),
    previous_school_city: TOWN.city,
    previous_school_type: 'grundschule',
    // The child is still in the grade below: the desired grade begins with the next school year.
    previous_grade: application.grade - 1,
    ...(isLateral && random.isHit(0.6) ? { change_reason: random.pick(CHANGE_REASONS) } : {}),
  }
}

const careOf = ({ short }: Decided, random: SeededRandom) =>
  short === 'fsw'
    ? { afterschool_care: random.pick(['none', 'short', 'long', 'long']) }
    : {
        first_foreign_language: 'Englisch',
        allday_interest: random.isHit(0.5),
        ...(random.isHit(0.4) ? { pupil_statement: random.pick(STATEMENTS) } : {}),
      }

const contactOf = (guardian: Guardian, hasMail: boolean) => ({
  firstname: guardian.firstname,
  lastname: guardian.lastname,
  relationship: guardian.relationship,
  mail: hasMail ? guardian.mail : null,
  phone: guardian.phone_mobile ?? guardian.phone_home,
  same_address: guardian.address === null,
  ...guardian.address,
})

const formOf = (application: Decided, context: FormContext, random: SeededRandom): RegistrationForm => {
  const { child, siblings, mail_state } = application
  const { family } = child
  const year = context.schoolyears[0]
  return {
    school_year_id: year?.id,
    desired_grade: application.grade,
    desired_start_date: year?.first_school_day,
    meta: {
      entry_type: application.entry_type,
      child_firstname: child.firstname,
      child_lastname: family.lastname_prefix ? `${family.lastname_prefix} ${family.lastname}` : family.lastname,
      child_gender: child.gender,
      child_birthdate: child.birthdate,
      child_street: family.address.street,
      child_house_number: family.address.house_number,
      child_zip: family.address.zip,
      child_city: family.address.city,
      ...historyOf(application, random),
      custody: family.custody,
      joint_consent_declared: true,
      siblings: siblings.map(({ child: sibling, short }) => ({
        firstname: sibling.firstname,
        lastname: sibling.family.lastname,
        school_short: short,
        relation: 'enrolled',
      })),
      ...careOf(application, random),
      interpreter_language: family.talk_language ?? 'de',
      talk_support_requested: random.isHit(0.12),
      ...(random.isHit(0.6) ? { motivation: random.pick(MOTIVATIONS) } : {}),
      truth_confirmed: true,
      privacy_notice_read: true,
    },
    contacts: family.guardians.map((guardian, index) => contactOf(guardian, mail_state !== 'none' || index > 0)),
  }
}

/** This family's answers as the form sends them. Throws when the form would refuse them. */
export const answersOf = (application: Decided, facts: FormFacts, random: SeededRandom): RegistrationAnswers => {
  const mode = application.mail_state === 'none' ? 'staff' : 'public'
  const context: FormContext = { ...facts, today: application.created_at.slice(0, 10), mode }
  const { errors, answers } = checkRegistration(formOf(application, context, random), context)
  if (!answers) throw new Error(`The form refuses ${application.number}: ${JSON.stringify(errors)}`)
  return answers
}
