import { describe, expect, it } from 'vitest'
import type { RolloverPupil, RolloverReport } from '#contract/rollovers/rollovers.ts'
import {
  byNewGrade,
  choosePupil,
  choosePupils,
  chooseTarget,
  classesFor,
  decisionsFor,
  groupTarget,
  isStayingGroup,
  NO_CHOICES,
  openPupils,
  placedPupils,
  shownPupils,
  spreadEvenly,
  staysInClass,
  stepOfChoices,
  targetsFor,
  targetWish,
} from './rollover-plan.ts'
import {
  countLines,
  countsIn,
  deedText,
  doneLines,
  groundText,
  reasonText,
  reportChanges,
  spreadText,
  stayingText,
} from './rollover-texts.ts'

const pupil = (pupil_id: number, firstname: string, more: Partial<RolloverPupil> = {}): RolloverPupil => ({
  pupil_id,
  lastname: 'Müller',
  lastname_prefix: null,
  firstname,
  from_class: '2a',
  from_grade: 2,
  decision: 'promote',
  proposed: 'promote',
  to_grade: 3,
  to_class: '3a',
  target: 'class:7',
  exit_reason: null,
  next_school: null,
  reason: null,
  ...more,
})

const schoolclass = (target: string, classgradePlain: string, pupil_count = 1) => ({
  target,
  classgradePlain,
  grade: 3,
  grade_to: null,
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
  counts: { moved: 1, repeating: 0, leaving: 0, skipped: 0, undecided: 0, class_open: 0, new_classes: 0 },
  copies_teachers: true,
  fingerprint: 'a',
})

const BEFORE = report([pupil(1, 'Ada'), pupil(2, 'Bela')], [schoolclass('class:7', '3a', 2)])

describe('what two rehearsals differ in', () => {
  it('is nothing when they say the same', () => {
    expect(reportChanges(BEFORE, { ...BEFORE, fingerprint: 'b' })).toEqual([])
  })

  it('names who came, who went, whose way changed, and classes', () => {
    const gone = pupil(2, 'Bela', {
      decision: 'leave',
      to_grade: null,
      to_class: null,
      exit_reason: 'moved',
      next_school: 'Schule am See',
      reason: 'leaves',
    })
    const after = report([gone, pupil(3, 'Cleo')], [schoolclass('class:7', '3a', 1), schoolclass('new:3:b', '3b')])
    expect(reportChanges(BEFORE, after)).toEqual([
      'Ada Müller (2a) ist nicht mehr dabei.',
      'Bela Müller (2a): jetzt verlässt die Schule (Umzug), Schule am See; vorher wird versetzt, 3a.',
      'Cleo Müller (2a) ist dazugekommen: wird versetzt, 3a.',
      '3a: jetzt 1 Kind, 24 Plätze, Jonas Lindner; vorher 2 Kinder, 24 Plätze, Jonas Lindner.',
      'Die Klasse 3b ist dazugekommen.',
    ])
  })
})

describe('pupils without a class', () => {
  const open = (id: number, from_class: string) =>
    pupil(id, `Kind ${id}`, { from_class, to_class: null, target: 'open', reason: 'class_open' })
  const waiting = [open(1, '2a'), open(2, '2a'), open(3, '2a'), open(4, '2b'), open(5, '2b')]
  const asked = {
    ...report(waiting, [schoolclass('class:7', '3a', 2), schoolclass('class:8', '3b', 1)]),
    groups: [{ ...GROUP, target: 'open' }],
  }
  const targets = classesFor(asked, 3).map(({ target }) => target)

  it('are shared out so that the classes end with the same size', () => {
    const { pupils } = spreadEvenly(asked, NO_CHOICES, { pupils: waiting, targets })
    expect(pupils.map(({ target }) => target)).toEqual(['class:8', 'class:7', 'class:8', 'class:7', 'class:8'])
    expect(pupils.every(({ decision }) => decision === 'promote')).toBe(true)
  })

  it('who stands in one of the classes already is not counted there twice', () => {
    const there = waiting.map((one) => ({ ...one, to_class: '3a', target: 'class:7', reason: null }))
    const full = { ...asked, classes: [schoolclass('class:7', '3a', 5), schoolclass('class:8', '3b', 0)] }
    const { pupils } = spreadEvenly(full, NO_CHOICES, { pupils: there, targets })
    expect(pupils.filter(({ target }) => target === 'class:7')).toHaveLength(3)
  })

  it('are counted by grade and class, and can be taken back', () => {
    expect(openPupils(asked)).toHaveLength(5)
    expect(byNewGrade(waiting).map(({ grade, pupils }) => [grade, pupils.length])).toEqual([[3, 5]])
    expect(byNewGrade([pupil(9, 'Dora', { decision: 'leave' }), pupil(8, 'Emil', { decision: null })])).toEqual([])
    expect(countsIn(waiting, 'aus')).toBe('3 aus 2a, 2 aus 2b')
    const chosen = choosePupils(NO_CHOICES, waiting, (one) => targetWish(asked, one, 'class:8'))
    const placed = waiting.map((one) => ({ ...one, to_class: '3b', target: 'class:8', reason: null }))
    expect(placedPupils({ ...asked, pupils: placed }, chosen)).toHaveLength(5)
    expect(countsIn(placed, 'in')).toBe('alle in 3b')
    expect(choosePupils(chosen, waiting, () => undefined)).toEqual(NO_CHOICES)
  })

  it.each([
    [['3a'], 'Alle in 3a'],
    [['3a', '3b', '3c'], 'Gleichmäßig auf 3a, 3b und 3c verteilen'],
  ])('the button names the classes %o', (names, text) => {
    expect(spreadText(names)).toBe(text)
  })
})

describe('the plan', () => {
  it('holds one choice for each group and each pupil', () => {
    const twice = chooseTarget(chooseTarget(NO_CHOICES, GROUP, 'open'), GROUP, 'class:7')
    expect(twice.targets).toEqual([{ schoolclass_id: 5, to_grade: 3, target: 'class:7' }])
    const chosen = choosePupil(NO_CHOICES, pupil(1, 'Ada'), { decision: 'repeat' })
    expect(chosen.pupils).toEqual([{ pupil_id: 1, decision: 'repeat' }])
    expect(choosePupil(chosen, pupil(1, 'Ada'), undefined)).toEqual(NO_CHOICES)
  })

  it.each([
    ['promote', { decision: 'promote' }, 0],
    ['promote', { decision: 'promote', target: 'open' }, 1],
    ['promote', { decision: 'leave', exit_reason: 'graduated' }, 1],
    ['leave', { decision: 'leave', exit_reason: 'graduated' }, 0],
    ['leave', { decision: 'leave', exit_reason: 'moved' }, 1],
    ['leave', { decision: 'leave', next_school: 'Schule am See' }, 1],
    [null, { decision: 'repeat' }, 1],
  ] as const)('proposed is %s, wished %o: %i choices are kept', (proposed, wish, count) => {
    expect(choosePupil(NO_CHOICES, pupil(1, 'Ada', { proposed }), wish).pupils).toHaveLength(count)
  })

  it('promotes only where a grade follows', () => {
    expect(decisionsFor({ proposed: 'promote' })).toHaveLength(4)
    for (const proposed of ['leave', null] as const) expect(decisionsFor({ proposed })).toEqual(['repeat', 'leave'])
  })

  it('finds pupils by name and class, and the exceptions by what was chosen', () => {
    const choices = choosePupil(NO_CHOICES, pupil(2, 'Bela'), { decision: 'repeat' })
    const found = (search: string, filters = {}) =>
      shownPupils(BEFORE.pupils, choices, { search, filters }).map(({ firstname }) => firstname)
    expect(found('mueller ada')).toEqual(['Ada'])
    expect(found('2a')).toEqual(['Ada', 'Bela'])
    expect(found('', { ausnahmen: '1' })).toEqual(['Bela'])
    expect(found('', { offen: '1' })).toEqual([])
    const undecided = pupil(3, 'Cleo', { decision: null })
    const filtered = shownPupils([...BEFORE.pupils, undecided], choices, {
      search: '',
      filters: { unentschieden: '1' },
    })
    expect(filtered).toEqual([undecided])
  })

  it('offers the classes of the new year that hold the grade, each once', () => {
    const classes = [
      schoolclass('class:7', '3a'),
      // The grades count, not what the class is called.
      { ...schoolclass('class:8', 'Füchse'), grade_to: 4 },
      { ...schoolclass('class:9', '3'), grade: 13 },
    ]
    const names = (grade: number | null) => targetsFor(report([], classes), grade).map(({ label }) => label)
    expect(names(3)).toEqual(['3a', 'Füchse'])
    expect(names(4)).toEqual(['Füchse'])
    expect(names(null)).toEqual([])
  })

  it('knows where the others of the class go, and which step goes on', () => {
    expect(groupTarget(BEFORE, pupil(1, 'Ada'))).toBe('class:7')
    expect(groupTarget(BEFORE, pupil(1, 'Ada', { to_grade: 4 }))).toBeUndefined()
    expect(stepOfChoices(choosePupil(NO_CHOICES, pupil(1, 'Ada'), { decision: 'repeat' }))).toBe(3)
    expect(stepOfChoices(chooseTarget(NO_CHOICES, GROUP, 'open'))).toBe(2)
    expect(stepOfChoices({ ...NO_CHOICES, copies_teachers: false })).toBe(4)
  })
})

describe('a report', () => {
  it('says once that and why somebody leaves', () => {
    const gone = pupil(2, 'Bela', { decision: 'leave', exit_reason: 'other', reason: 'leaves' })
    expect([deedText(gone), groundText(gone), reasonText(gone)]).toEqual(['verlässt die Schule', 'sonstiges', ''])
    const finished = pupil(2, 'Bela', { decision: 'leave', exit_reason: 'graduated', reason: 'leaving_grade' })
    expect(groundText(finished)).toBe('Abschluss nach der letzten Klassenstufe')
  })

  it('says who stays in a mixed-age class', () => {
    const fox = { from_class: '1/2 Füchse', to_class: '1/2 Füchse', from_grade: 1, to_grade: 2 }
    const [stays, leaves] = [pupil(1, 'Ada', fox), pupil(2, 'Bela', { ...fox, to_class: '3a' })]
    const repeats = pupil(3, 'Cleo', { ...fox, decision: 'repeat' })
    const placed = pupil(4, 'Dora', { ...fox, reason: 'already_placed' })
    const all = [stays, leaves, repeats, placed]
    expect(all.map(staysInClass)).toEqual([true, false, false, false])
    expect([deedText(stays), deedText(stays, true), deedText(leaves)]).toEqual([
      'bleibt in der Klasse',
      'blieb in der Klasse',
      'wird versetzt',
    ])
    expect(stayingText(all, false)).toBe('1 Kind bleibt dabei in der jahrgangsgemischten Klasse.')
    expect(stayingText([stays, stays], true)).toBe('2 Kinder blieben dabei in der jahrgangsgemischten Klasse.')
    expect(stayingText([leaves], false)).toBeUndefined()
    expect(isStayingGroup({ classgradePlain: '1/2 Füchse', target_label: '1/2 Füchse' })).toBe(true)
    expect(isStayingGroup(GROUP)).toBe(false)
  })

  it('says afterwards what was done', () => {
    const counts = { moved: 1, repeating: 0, leaving: 2, skipped: 1, undecided: 0, class_open: 1, new_classes: 1 }
    expect(doneLines(counts).map(({ text }) => text)).toEqual([
      'Für 1 Kind blieb die Klasse noch offen.',
      '1 Kind wurde ins neue Schuljahr versetzt.',
      'Für 2 Kinder wurde eingetragen, dass sie die Schule verlassen.',
      '1 Kind blieb unverändert.',
      '1 Klasse wurde angelegt.',
    ])
    const asked = countLines({ ...counts, class_open: 33 }).map(({ text }) => text)
    expect(asked).toContain(
      'Für 33 Kinder ist die Klasse noch offen: Sie kommen in die neue Stufe und bekommen danach eine Klasse.',
    )
    // Only what is still to be decided is marked, and it stands first.
    const open = { ...counts, undecided: 2 }
    expect([doneLines(open), countLines(open)].map((lines) => lines.map(({ isOpen }) => isOpen))).toEqual([
      [true, true, false, false, false, false],
      [true, true, false, false, false, false],
    ])
    expect(deedText(pupil(1, 'Ada'), true)).toBe('wurde versetzt')
  })
})
