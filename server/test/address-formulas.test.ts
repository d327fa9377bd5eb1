import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES } from '#contract/formats.ts'
import { pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type ImportVerdict, registrationImportEndpoints } from '#contract/registrations/registrations.import.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { fillForm, SECOND_CONTACT, submit } from './family-forms.ts'
import { type FamilySchool, openFamilySchool } from './family-school.ts'

const REFUSED = [MESSAGES.address]
const FORMULAS = ['=HYPERLINK("http://example.org")', '+1+1', '-1+1', '@SUM(A1)', '＝A1', '  =A1']

let school: FamilySchool
beforeAll(async () => {
  school = await openFamilySchool()
})
afterAll(() => school.app.stop())

/** The errors of an address that begins like a formula, by field; status 422. */
const errorsOf = (reply: { statusCode: number; body: string; json(): { errors?: Record<string, string[]> } }) => {
  expect(reply.statusCode, reply.body).toBe(422)
  return reply.json().errors
}
const all = (fields: readonly string[], value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))

describe.each(FORMULAS)('an address that begins %j is refused', (formula) => {
  test('in the public form, at the child and at each contact', async () => {
    const fields = [
      'meta.child_street',
      'meta.child_house_number',
      'meta.child_city',
      'meta.kita_city',
      'contacts.1.street',
      'contacts.1.house_number',
      'contacts.1.city',
    ]
    const answers = {
      ...SECOND_CONTACT,
      'contacts.1.same_address': false,
      'contacts.1.zip': '15999',
      'meta.kita_name': 'K',
    }
    const browser = school.app.visitor()
    // A house number may have ten characters.
    const body = await fillForm(school.app, browser, { answers: { ...answers, ...all(fields, formula.slice(0, 10)) } })
    expect(errorsOf(await submit(browser, 'fsw', body))).toEqual(all(fields, REFUSED))
  })

  test('at a pupil, at a guardian and at the school', async () => {
    const id = await school.child()
    const lines = ['street', 'house_number', 'address_extra', 'city']
    const short = all(lines, formula.slice(0, 10))
    const places = { ...short, previous_city: formula, birthplace: formula }
    const pupil = await school.send(pupilChangeEndpoints.change, { id }, places)
    expect(errorsOf(pupil)).toEqual(all(Object.keys(places), REFUSED))
    const guardian = await school.changeGuardian(id, await school.addGuardian(id), short)
    expect(errorsOf(guardian)).toEqual(all(lines, REFUSED))
    const { address_extra: _unknown, ...own } = short
    const changed = await school.send(schoolEndpoints.change, { id: school.fsw }, own)
    expect(errorsOf(changed)).toEqual(all(Object.keys(own), REFUSED))
  })

  test('in a row of either import', async () => {
    const cells = { 'meta.child_firstname': 'Mia', 'meta.child_street': formula }
    const body = { rows: [{ line: 2, cells }] }
    const verdicts: ImportVerdict[] = (await school.head.call(registrationImportEndpoints.check, { body })).json()
    expect(verdicts[0]?.errors).toMatchObject({ 'meta.child_street': REFUSED })

    const quoted = `"${formula.replaceAll('"', '""')}"`
    const text = `Nachname;Vorname;Geburtsdatum;Geschlecht;Klasse;Straße;Ort\nRot;Mia;1.3.2018;w;1a;${quoted};${quoted}\n`
    const upload = await school.head.call(pupilImportEndpoints.upload, {
      query: { filename: 'liste.csv' },
      body: Buffer.from(text),
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': crypto.randomUUID() },
    })
    const { id } = upload.json()
    await school.head.call(pupilImportEndpoints.check, { params: { id } })
    const rows = await school.head.call(pupilImportEndpoints.rows, { params: { id }, query: { per_page: 0 } })
    const [row] = rows.json().data
    expect(row.problems).toEqual([
      { field: 'street', message: MESSAGES.address },
      { field: 'city', message: MESSAGES.address },
    ])
  })
})

test.each(['-', 'Straße 1=2', 'Haus - Hof', '1-3'])('an address that is %j is taken', async (street) => {
  const id = await school.child()
  const reply = await school.send(pupilChangeEndpoints.change, { id }, { street })
  expect(reply.statusCode, reply.body).toBe(200)
})
