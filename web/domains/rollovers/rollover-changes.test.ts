import { describe, expect, it } from 'vitest'
import type { RolloverPupil, RolloverReport } from '#contract/rollovers.ts'
import { reportChanges } from './rollover-changes.ts'
import { choosePupil, chooseTarget, NO_CHOICES, shownPupils, targetsFor } from './rollover-plan.ts'

const pupil = (pupil_id: number, firstname: string, more: Partial<RolloverPupil> = {}): RolloverPupil => ({
  pupil_id,
  lastname: 'Müller',
  lastname_prefix: null,
  firstname,
  from_class: '2a',
  from_grade: 2,
  decision: 'promote',
  to_grade: 3,
  to_class: '3a',
  target: 'class:7',
  exit_reason: null,
  reason: null,
  ...more,
})

const schoolclass = (target: string, classgradePlain: string, pupil_count = 1) => ({
  target,
  classgradePlain,
  is_new: target.startsWith('new'),
  pupil_count,
  capacity: 24,
  teachers: ['Jonas Lindner'],
})

const GROUP = {
  schoolclass_id: 5,
  classgradePlain: '2a',
  from_grade: 2,
  to_grade: 3,
  pupil_count: 2,
  target: 'class:7',
  target_label: '3a',
  options: [
    { target: 'class:7', label: '3a', is_new: false },
    { target: 'open', label: 'offen', is_new: false },
  ],
}

const report = (pupils: RolloverPupil[], classes: RolloverReport['classes']): RolloverReport => ({
  from_year: { id: 1, name: '2026/2027', date_end: '2027-07-31' },
  to_year: { id: 2, name: '2027/2028', date_start: '2027-08-01' },
  groups: [GROUP],
  pupils,
  classes,
  counts: { moved: 1, repeating: 0, leaving: 0, skipped: 0, class_open: 0, new_classes: 0 },
  copies_teachers: true,
  fingerprint: 'a',
})

const BEFORE = report([pupil(1, 'Ada'), pupil(2, 'Bela')], [schoolclass('class:7', '3a', 2)])

describe('what two rehearsals differ in', () => {
  it('is nothing when they say the same', () => {
    expect(reportChanges(BEFORE, { ...BEFORE, fingerprint: 'b' })).toEqual([])
  })

  it('names who came, who went, whose way changed, and classes', () => {
    const gone = pupil(2, 'Bela', { decision: 'leave', to_class: null, exit_reason: 'moved', reason: 'leaves' })
    const after = report([gone, pupil(3, 'Cleo')], [schoolclass('class:7', '3a', 1), schoolclass('new:3:b', '3b')])
    expect(reportChanges(BEFORE, after)).toEqual([
      'Ada Müller (2a) ist nicht mehr dabei.',
      'Bela Müller (2a): jetzt verlässt die Schule (Umzug), –; vorher wird versetzt, 3a.',
      'Cleo Müller (2a) ist dazugekommen: wird versetzt, 3a.',
      '3a: jetzt 1 SuS, 24 Plätze, Jonas Lindner; vorher 2 SuS, 24 Plätze, Jonas Lindner.',
      'Die Klasse 3b ist dazugekommen.',
    ])
  })
})

describe('the plan', () => {
  it('holds one choice for each group and each pupil', () => {
    const twice = chooseTarget(chooseTarget(NO_CHOICES, GROUP, 'open'), GROUP, 'class:7')
    expect(twice.targets).toEqual([{ schoolclass_id: 5, to_grade: 3, target: 'class:7' }])
    const chosen = choosePupil(NO_CHOICES, 1, { pupil_id: 1, decision: 'repeat' })
    expect(choosePupil(chosen, 1, undefined)).toEqual(NO_CHOICES)
  })

  it('finds pupils by name and class, and the exceptions by what was chosen', () => {
    const choices = choosePupil(NO_CHOICES, 2, { pupil_id: 2, decision: 'repeat' })
    const found = (search: string, filters = {}) =>
      shownPupils(BEFORE.pupils, choices, { search, filters }).map(({ firstname }) => firstname)
    expect(found('mueller ada')).toEqual(['Ada'])
    expect(found('2a')).toEqual(['Ada', 'Bela'])
    expect(found('', { ausnahmen: '1' })).toEqual(['Bela'])
    expect(found('', { offen: '1' })).toEqual([])
  })

  it('offers the classes of the new year that hold the grade, each once', () => {
    const classes = [schoolclass('class:7', '3a'), schoolclass('class:8', '3/4 Füchse'), schoolclass('class:9', '13a')]
    const names = (grade: number | null) => targetsFor(report([], classes), grade).map(({ label }) => label)
    expect(names(3)).toEqual(['3a', '3/4 Füchse'])
    expect(names(4)).toEqual(['3/4 Füchse'])
    expect(names(null)).toEqual([])
  })
})
