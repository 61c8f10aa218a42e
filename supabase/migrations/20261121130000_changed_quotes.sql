-- Quotes of the bundled list whose words or author were wrong, and what stands there now. A like names
-- its quote by text and author (D15), so the likes move with it: those that are here now, those of a
-- backup when it is restored, and those that a device of an older version still sends.

create table private.changed_quotes (
  old_text text not null,
  old_author text not null,
  new_text text not null,
  new_author text not null,
  primary key (old_text, old_author),
  unique (new_text, new_author)
);

insert into private.changed_quotes (old_text, old_author, new_text, new_author) values
  (
    'Ein jeder ist dem anderen ein Spiegel, der den, der vorübergeht, zurückwirft.',
    'Charles Horton Cooley',
    'Jeder ist dem anderen ein Spiegel, der wiedergibt, wer vorübergeht.',
    'Ralph Waldo Emerson'
  ),
  (
    'Die meiste Nachsicht übt der, der sie am wenigsten braucht.',
    'Marie von Ebner-Eschenbach',
    'Die meiste Nachsicht übt der, der die wenigste braucht.',
    'Marie von Ebner-Eschenbach'
  ),
  (
    'Alle eure Sorge werfet auf ihn; denn er sorgt für euch.',
    'Bibel',
    'Alle Sorge werfet auf ihn; denn er sorgt für euch.',
    'Bibel'
  ),
  (
    'Halt an, wo läufst du hin, der Himmel ist in dir!',
    'Angelus Silesius',
    'Halt an, wo laufst du hin, der Himmel ist in dir; / Suchst du Gott anderswo, du fehlst ihn für und für.',
    'Angelus Silesius'
  ),
  (
    'Wenn du weinst, weil du die Sonne vermisst, vermisst du auch die Sterne.',
    'Rabindranath Tagore',
    'Wenn du Tränen vergießt, weil dir die Sonne fehlt, entgehen dir auch die Sterne.',
    'Rabindranath Tagore'
  ),
  (
    'Liebt einander, aber macht die Liebe nicht zur Fessel. Lasst sie ein wogendes Meer sein zwischen den Ufern eurer Seelen.',
    'Khalil Gibran',
    'Liebt einander, doch bindet euch nicht mit eurer Liebe. Sie sei ein Meer, das sich bewegt zwischen den Küsten eurer Seelen.',
    'Khalil Gibran'
  ),
  (
    'Du stellest meine Füße auf weiten Raum.',
    'Bibel',
    '… du stellst meine Füße auf weiten Raum.',
    'Bibel'
  ),
  (
    'Lasset die Sonne nicht über eurem Zorn untergehen.',
    'Bibel',
    '… lasset die Sonne nicht über eurem Zorn untergehen.',
    'Bibel'
  ),
  (
    'Da gehen die Menschen hin und bewundern die Gipfel der Berge, die gewaltigen Wogen des Meeres und den Lauf der Gestirne, und an sich selbst gehen sie vorbei.',
    'Augustinus',
    'Da gehen die Menschen hin und bewundern die Gipfel der Berge, die gewaltigen Wogen des Meeres … und den Lauf der Gestirne, und an sich selbst gehen sie vorbei.',
    'Augustinus'
  ),
  (
    'Wir mit unserem Leben sind wie Inseln im Meer oder wie Bäume im Wald: Die Bäume verflechten im Dunkel der Erde ihre Wurzeln, und auch die Inseln hängen am Grund des Meeres zusammen.',
    'William James',
    'Wir mit unserem Leben sind wie Inseln im Meer oder wie Bäume im Wald … Die Bäume verflechten im Dunkel der Erde ihre Wurzeln, und auch die Inseln hängen am Grund des Meeres zusammen.',
    'William James'
  ),
  (
    'Gefährte, ich gebe dir meine Hand! Ich gebe dir meine Liebe, kostbarer als Geld. Willst du mit mir reisen? Wollen wir zusammenhalten, solange wir leben?',
    'Walt Whitman',
    'Gefährte, ich gebe dir meine Hand! Ich gebe dir meine Liebe, kostbarer als Geld … Willst du mit mir reisen? Wollen wir zusammenhalten, solange wir leben?',
    'Walt Whitman'
  ),
  (
    'Achtung und Bescheidenheit, Genügsamkeit und Dankbarkeit: Das ist der höchste Segen.',
    'Sutta Nipata',
    'Achtung und Bescheidenheit, Genügsamkeit und Dankbarkeit und zur rechten Zeit die Lehre hören: Das ist der höchste Segen.',
    'Sutta Nipata'
  ),
  (
    'Was kann es Größeres geben für zwei Menschenseelen, als zu fühlen, dass sie fürs Leben verbunden sind, um einander in aller Mühe zu stärken und in allem Kummer beieinander Ruhe zu finden?',
    'George Eliot',
    'Was kann es Größeres geben für zwei Menschenseelen, als zu fühlen, dass sie fürs Leben verbunden sind, um einander in aller Mühe zu stärken und in allem Kummer beieinander Ruhe zu finden …',
    'George Eliot'
  ),
  (
    'Das höchste Glück des Lebens ist die Gewissheit, geliebt zu werden.',
    'Victor Hugo',
    'Das höchste Glück des Lebens ist die Gewissheit, geliebt zu werden …',
    'Victor Hugo'
  ),
  (
    'Am Ziel deiner Wünsche wirst du jedenfalls eines vermissen: dein Wandern zum Ziel.',
    'Marie von Ebner-Eschenbach',
    'Am Ziele deiner Wünsche wirst du jedenfalls eines vermissen: dein Wandern zum Ziel.',
    'Marie von Ebner-Eschenbach'
  ),
  (
    '… den Abend lang währet das Weinen, aber des Morgens ist Freude.',
    'Bibel',
    '… den Abend lang währt das Weinen, aber des Morgens ist Freude.',
    'Bibel'
  ),
  (
    'Freuet euch mit den Fröhlichen und weinet mit den Weinenden.',
    'Bibel',
    'Freut euch mit den Fröhlichen und weint mit den Weinenden.',
    'Bibel'
  ),
  (
    'Wenn einer alles Gut in seinem Hause um die Liebe geben wollte, so gälte es alles nichts.',
    'Bibel',
    'Wenn einer alles Gut in seinem Hause um die Liebe geben wollte, so gölte es alles nichts.',
    'Bibel'
  ),
  (
    'Die Leute brauchten nicht so viel nachzudenken, was sie tun sollten; sie sollten vielmehr bedenken, was sie wären.',
    'Meister Eckhart',
    'Die Menschen bräuchten nie viel daran zu denken, was sie tun; denken sollten sie daran, was sie sind.',
    'Meister Eckhart'
  ),
  (
    'Wer das Leben tausend Jahre lang fragte: ‚Warum lebst du?‘ – könnte es antworten, es spräche nichts anderes als: ‚Ich lebe darum, dass ich lebe.‘',
    'Meister Eckhart',
    'Fragte man das Leben tausend Jahre lang: ‚Warum lebst du?‘, und gäbe es Antwort, es sagte nur dies: ‚Ich lebe, weil ich lebe.‘',
    'Meister Eckhart'
  ),
  (
    'Und denk nicht, du könntest den Lauf der Liebe lenken, denn die Liebe lenkt deinen Lauf, wenn sie dich für würdig hält.',
    'Khalil Gibran',
    'Glaub nur nicht, du bestimmtest den Weg der Liebe: Sie bestimmt den deinen, wenn sie dich ihrer wert findet.',
    'Khalil Gibran'
  ),
  (
    'Die Trennung mindert die mittelmäßigen Leidenschaften und steigert die großen, wie der Wind die Kerzen löscht und das Feuer anfacht.',
    'François de La Rochefoucauld',
    'Die Abwesenheit mindert die mittelmäßigen Leidenschaften und steigert die großen, wie der Wind die Kerzen löscht und das Feuer anfacht.',
    'François de La Rochefoucauld'
  ),
  (
    'Die großen Gedanken kommen aus dem Herzen.',
    'Luc de Vauvenargues',
    'Die großen Gedanken kommen aus dem Herzen.',
    'Luc de Clapiers, Marquis de Vauvenargues'
  ),
  (
    'Alles Entstandene vergeht. Wer das weise erkennt, den drückt das Leid nicht mehr: Das ist der Weg zur Klarheit.',
    'Dhammapada',
    'Alles Entstandene vergeht. Wer das weise erkennt, wendet sich ab vom Leid: Das ist der Weg zur Klarheit.',
    'Dhammapada'
  ),
  (
    'Das Glück ist nicht der Lohn der Tugend, sondern die Tugend selbst.',
    'Baruch de Spinoza',
    'Die Glückseligkeit ist nicht der Lohn der Tugend, sondern die Tugend selbst.',
    'Baruch de Spinoza'
  ),
  (
    '… bei Tagesanbruch mit beflügeltem Herzen erwachen und danken für einen neuen Tag der Liebe.',
    'Khalil Gibran',
    '… beim ersten Licht aufwachen mit einem Herzen, das Flügel hat, und danken für noch einen Tag, an dem wir lieben.',
    'Khalil Gibran'
  ),
  (
    'Fühlst du nicht an meinen Liedern, / Dass ich eins und doppelt bin?',
    'Johann Wolfgang von Goethe',
    'Fühlst du nicht an meinen Liedern, / Dass ich Eins und doppelt bin?',
    'Johann Wolfgang von Goethe'
  ),
  (
    'Nicht die Wahrheit, in deren Besitz irgend ein Mensch ist oder zu sein vermeinet, sondern die aufrichtige Mühe, die er angewandt hat, hinter die Wahrheit zu kommen, macht den Wert des Menschen.',
    'Gotthold Ephraim Lessing',
    'Nicht die Wahrheit, in deren Besitz irgendein Mensch ist oder zu sein vermeinet, sondern die aufrichtige Mühe, die er angewandt hat, hinter die Wahrheit zu kommen, macht den Wert des Menschen.',
    'Gotthold Ephraim Lessing'
  ),
  (
    'Ich danke Gott und freue mich / Wie ’s Kind zur Weihnachtsgabe, / Dass ich bin, bin! Und dass ich dich, / Schön menschlich Antlitz! habe …',
    'Matthias Claudius',
    'Ich danke Gott und freue mich / Wie’s Kind zur Weihnachtsgabe, / Dass ich bin, bin! Und dass ich dich, / Schön menschlich Antlitz! habe …',
    'Matthias Claudius'
  ),
  (
    'Die Ros ist ohn Warum; sie blühet, weil sie blühet, / Sie acht’ nicht ihrer selbst, fragt nicht, ob man sie siehet.',
    'Angelus Silesius',
    'Die Ros ist ohn Warum; sie blühet, weil sie blühet, / Sie acht’t nicht ihrer selbst, fragt nicht, ob man sie siehet.',
    'Angelus Silesius'
  ),
  (
    'Wie ich dich liebe? Lass mich zählen, wie. Ich liebe dich so tief, so weit, so hoch, wie meine Seele reicht.',
    'Elizabeth Barrett Browning',
    'Wie lieb ich dich? Ich zähl dir auf, wie sehr. Ich liebe dich so tief, so weit, so hoch, wie meine Seele reicht.',
    'Elizabeth Barrett Browning'
  ),
  (
    'Mutter und Vater beistehen, für Kinder und Gefährten sorgen, eine Arbeit ohne Streit: Das ist der höchste Segen.',
    'Sutta Nipata',
    'Mutter und Vater beistehen, für Kinder und Gefährten sorgen, eine Arbeit ohne Hast und Wirrnis: Das ist der höchste Segen.',
    'Sutta Nipata'
  ),
  (
    'Im Atemholen sind zweierlei Gnaden … / Jenes bedrängt, dieses erfrischt; / So wunderbar ist das Leben gemischt.',
    'Johann Wolfgang von Goethe',
    'Im Atemholen sind zweierlei Gnaden: / Die Luft einziehn, sich ihrer entladen. / Jenes bedrängt, dieses erfrischt; / So wunderbar ist das Leben gemischt.',
    'Johann Wolfgang von Goethe'
  ),
  (
    'O nein, sie ist ein Zeichen, das für immer steht, das in die Stürme blickt und niemals wankt.',
    'William Shakespeare',
    'O nein! Die Liebe ist ein Zeichen, das für immer steht, das in die Stürme blickt und niemals wankt.',
    'William Shakespeare'
  ),
  (
    'Denn denke ich an deine liebe Liebe, macht sie mich so reich, dass ich mit Königen nicht tauschen wollte.',
    'William Shakespeare',
    'Denn denke ich an deine süße Liebe, so macht sie mich so reich, dass ich mit Königen nicht tauschen wollte.',
    'William Shakespeare'
  ),
  (
    'Die Sonne scheint der Welt zu nehmen, wer dem Leben die Freundschaft nimmt.',
    'Cicero',
    'Wer dem Leben die Freundschaft nimmt, der nimmt gleichsam der Welt die Sonne.',
    'Cicero'
  ),
  (
    'Unser großes und ruhmreiches Meisterwerk ist es, zu leben, wie es sich gehört.',
    'Michel de Montaigne',
    'Unser großes und ruhmreiches Meisterwerk ist es, richtig zu leben.',
    'Michel de Montaigne'
  ),
  (
    'Vertraue dir selbst: Jedes Herz schwingt zu dieser eisernen Saite.',
    'Ralph Waldo Emerson',
    'Vertraue dir selbst: Jedes Herz schwingt mit, wenn diese eiserne Saite klingt.',
    'Ralph Waldo Emerson'
  ),
  (
    'Beten ist nichts anderes als ein Gespräch unter Freunden, oft und allein mit dem, von dem wir wissen, dass er uns liebt.',
    'Teresa von Ávila',
    'Inneres Beten ist nichts anderes als Freundschaft pflegen: oft allein sein und reden mit dem, von dem wir wissen, dass er uns liebt.',
    'Teresa von Ávila'
  ),
  (
    'Denn Gott hat uns nicht gegeben den Geist der Furcht, sondern der Kraft und der Liebe und der Zucht.',
    'Bibel',
    '… Gott hat uns nicht gegeben den Geist der Furcht, sondern der Kraft und der Liebe …',
    'Bibel'
  ),
  (
    'Ein Leben ohne Prüfung ist für den Menschen nicht lebenswert.',
    'Platon',
    'Ein Leben, das sich selbst nie prüft, ist für den Menschen kein rechtes Leben.',
    'Platon'
  ),
  (
    'Den Weg des Buddha ergründen heißt sich selbst ergründen. Sich selbst ergründen heißt sich selbst vergessen. Sich selbst vergessen heißt von allen Dingen erleuchtet werden.',
    'Dogen',
    'Den Weg des Buddha ergründen heißt sich selbst ergründen. Sich selbst ergründen heißt sich selbst vergessen. Sich selbst vergessen heißt von allen Dingen erleuchtet werden.',
    'Dōgen'
  ),
  (
    'Erwachen ist, wie wenn der Mond im Wasser wohnt: Der Mond wird nicht nass, und das Wasser bleibt ungebrochen.',
    'Dogen',
    'Erwachen ist, wie wenn der Mond im Wasser wohnt: Der Mond wird nicht nass, und das Wasser bleibt ungebrochen.',
    'Dōgen'
  );

-- A like keeps its id, as the devices that hold it keep the row: they find a like by text and author.
-- Where one person likes both wordings, the like of the new one stays, with the older date.
create function private.move_likes_of_changed_quotes() returns void
language sql
set search_path = ''
as $$
  with doubled as (
    delete from public.quote_likes as old
    using private.changed_quotes as changed, public.quote_likes as kept
    where old.quote_text = changed.old_text and old.quote_author = changed.old_author
      and kept.quote_text = changed.new_text and kept.quote_author = changed.new_author
      and kept.user_id = old.user_id
    returning kept.id, old.created_at
  )
  update public.quote_likes as kept set created_at = doubled.created_at
  from doubled
  where kept.id = doubled.id and doubled.created_at < kept.created_at;

  update public.quote_likes as moved set quote_text = changed.new_text, quote_author = changed.new_author
  from private.changed_quotes as changed
  where moved.quote_text = changed.old_text and moved.quote_author = changed.old_author;
$$;

-- Reads a table that a person may not read. Of another's likes nothing is looked up: the policy
-- refuses that row a moment later.
create function private.like_inserted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed private.changed_quotes;
begin
  select * into changed from private.changed_quotes
  where old_text = new.quote_text and old_author = new.quote_author;
  if not found or new.user_id is distinct from auth.uid() then
    return new;
  end if;
  if exists (
    select from public.quote_likes
    where user_id = new.user_id
      and quote_text = changed.new_text and quote_author = changed.new_author
  ) then
    -- Done already, under the words of today: to the device that is success without a row.
    return null;
  end if;
  new.quote_text := changed.new_text;
  new.quote_author := changed.new_author;
  return new;
end
$$;

revoke all on private.changed_quotes from public, anon, authenticated;
revoke all on function private.move_likes_of_changed_quotes() from public, anon, authenticated;
revoke all on function private.like_inserted() from public, anon, authenticated;

create trigger changed_quote before insert on public.quote_likes for each row execute function private.like_inserted();

select private.move_likes_of_changed_quotes();
