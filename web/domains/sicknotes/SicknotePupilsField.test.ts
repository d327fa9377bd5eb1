import { expect, it } from 'vitest'
import { rankPupils } from './SicknotePupilsField.tsx'

const pupil = (lastname: string, firstname: string, classgradePlain: string) => ({
  ...{ id: 1, pupil_number: `F-${lastname.length}`, lastname, lastname_prefix: null, firstname },
  schoolclass: { id: 1, classgradePlain },
})
const FOUND = [
  pupil('Fischer', 'Mats', '3b'),
  pupil('Koch-Schulz', 'Finn', '1/2 Eulen'),
  pupil('Lindner', 'Schura', '2a'),
  pupil('Schulte-Böll', 'Ida', '3a'),
  pupil('Schulz', 'Mia', '3a'),
]
const FOUND_BY_CLASS = pupil('Otto', 'Ada', '3 Füchse')
const ranked = (search: string) => {
  const { own, byContact } = rankPupils([...FOUND, FOUND_BY_CLASS], search)
  return [own, byContact].map((pupils) => pupils.map(({ lastname }) => lastname).join(' '))
}

it.each([
  ['schu', 'Schulte-Böll Schulz Lindner Koch-Schulz', 'Fischer Otto'],
  ['schulz', 'Schulz Koch-Schulz', 'Fischer Lindner Schulte-Böll Otto'],
  ['boell 3a', 'Schulte-Böll', 'Fischer Koch-Schulz Lindner Schulz Otto'],
  ['mia schulz', 'Schulz', 'Fischer Koch-Schulz Lindner Schulte-Böll Otto'],
  ['3', 'Otto Fischer Schulte-Böll Schulz', 'Koch-Schulz Lindner'],
  ['fuechse', 'Otto', 'Fischer Koch-Schulz Lindner Schulte-Böll Schulz'],
  ['0331 12345', '', 'Fischer Koch-Schulz Lindner Schulte-Böll Schulz Otto'],
  ['chulz', '', 'Fischer Koch-Schulz Lindner Schulte-Böll Schulz Otto'],
])('%j finds children by their own names first, by the surname before all', (search, own, byContact) => {
  expect(ranked(search)).toEqual([own, byContact])
})
