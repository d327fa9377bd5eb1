import { expect, test } from 'vitest'
import type { PackageRecipient } from '#contract/accesspackages/accesspackages.ts'
import { type Asker, firstChoice } from './package-choice.ts'

const person = (id: number | null, name: string, change: Partial<PackageRecipient> = {}): PackageRecipient => ({
  ...{ id, name, role: id === null ? 'Schülerin oder Schüler selbst' : 'Mutter', refusal: null },
  ...change,
})
const MIA = person(null, 'Mia Müller')
const ANNA = person(4, 'Anna Müller')
const PAUL = person(5, 'Paul Müller', { role: 'Vater' })
const ALONE = person(null, 'Anna Müller', { role: null })

const chosen = (recipients: PackageRecipient[], asker?: Asker) => firstChoice({ recipients, also: [] }, asker).recipient
const asks = (name: string | null, requester: Asker['requester'] = 'custodian'): Asker => ({ name, requester })

test('the mother who asked is chosen among a family of other names', () => {
  expect(chosen([MIA, ANNA, PAUL], asks('Anna Müller'))).toBe(4)
})

test('a pupil who asked for the own data is chosen', () => {
  expect(chosen([MIA, ANNA], asks('Mia Müller', 'self'))).toBeNull()
})

test.each([
  ['two parents have the name', [MIA, ANNA, person(5, 'Anna Müller')], asks('Anna Müller')],
  [
    'the other one of the name has no custody',
    [MIA, ANNA, { ...ANNA, id: 5, refusal: 'custody' }],
    asks('Anna Müller'),
  ],
  ['the child is named like its mother', [person(null, 'Anna Müller'), ANNA], asks('Anna Müller')],
  ['the child is named like its mother, who is not recorded', [person(null, 'Anna Müller')], asks('Anna Müller')],
  ['a second first name may be left out', [MIA, ANNA, person(5, 'Anna Maria Müller')], asks('Anna Müller')],
  ['a double name may be shortened', [MIA, ANNA, person(5, 'Anna Müller-Schmidt')], asks('Anna Müller')],
  ['umlauts may be written out', [MIA, ANNA, person(5, 'Anna Mueller')], asks('Anna Müller')],
  ['the only one of the name may not get it', [MIA, { ...ANNA, refusal: 'custody' }], asks('Anna Müller')],
  ['the name is written in another way', [MIA, ANNA], asks('Anna Mueller')],
  ['a mother is said to ask for herself', [MIA, ANNA], asks('Anna Müller', 'self')],
  ['somebody asks for her', [MIA, ANNA], asks('Anna Müller', 'representative')],
  ['somebody else of the name asks', [MIA, ANNA], asks('Anna Müller', 'other')],
  ['nobody is named', [MIA, ANNA], asks(null)],
  ['the child alone is known, and a parent asks', [MIA], asks('Ute Fremd')],
  ['an application has one contact, and another parent asks', [ANNA], asks('Paul Müller')],
  ['somebody asks about an adult', [ALONE], asks('Rechtsanwältin Klug', 'representative')],
] as const satisfies [string, PackageRecipient[], Asker][])('nobody is chosen when %s', (_when, recipients, asker) => {
  expect(chosen([...recipients], asker)).toBeUndefined()
})

test('without a request, the record of an adult is for this person, and a child alone is chosen by hand', () => {
  expect(chosen([ALONE])).toBeNull()
  expect(chosen([MIA])).toBeUndefined()
  expect(chosen([ANNA])).toBeUndefined()
})
