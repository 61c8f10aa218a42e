/**
 * The texts of `npm run demo`, one a line. A line begins with its author, J for Jonas and Z for Željka; a star makes it
 * private. The partner's reactions stand after two slashes. A line with ">" is the partner's reply to the entry above it,
 * with ">>" the author's own; one with "=>" is the story of an idea.
 */

/** In the order of the year, each with its day: by turns in the last year and in the one before. */
export const tales = `
Z 01-01 Mitternacht auf der Brücke. Meine Finger waren Eis, deine Tasche war warm. // ❤️ 🎉
Z 01-05 Die Heizung ist ausgefallen. Wir haben mit Mützen zu Abend gegessen und sehr gelacht. // 😂
J 01-08 Den ganzen Sonntag im Bett geblieben und ein Puzzle mit tausend Teilen angefangen. Himmel ist schwer.
> Himmel ist das Beste!
J 01-10 Beim Schlittschuhlaufen hast du mich gehalten. Umgekehrt war es anders gedacht. // 😂 ❤️
Z 01-15 Der Chef hat mich vor allen gelobt. Ich bin rot geworden und habe sofort an dich gedacht. // 🎉 🔥
> Ich habe es immer gesagt.
J 01-19 Suppe aus allem, was noch da war. Du sagtest: wie bei meiner Oma. Das nehme ich als Orden. // 🥰
Z 01-24 Abends lag Schnee auf deinem Fahrrad, und jemand hat ein Herz hineingemalt. Ich sage nicht, wer. // ❤️
J 01-29 Zahnarzt überstanden. Du hast im Wartezimmer meine Jacke gehalten, als wäre ich fünf.
J 02-08 Nachts um zwei das Puzzle fertig. Ein Teil fehlt. Der Kater guckt unschuldig. // 🐱 😂
Z 02-13 Eisblumen am Fenster. Du hast gefragt, wie das auf Kroatisch heißt, und wir haben beide nachgesehen.
Z 02-16 Wir haben Fasching vergessen und sind als wir selbst gegangen. Niemand hat uns erkannt. // 😂
J 02-18 Mit Fieber auf dem Sofa. Dein Tee schmeckt nach Wald, und ich traue mich nicht zu fragen. // 😂
> Salbei. Trink.
Z 02-26 Heute war es um fünf noch hell. Ich habe dich angerufen, nur um das zu sagen. // 😊
J 03-03 Krokusse vor dem Haus. Du hast jeden einzeln begrüßt. // 🥰
Z 03-07 Auf dem Markt hat der Käsemann gefragt, wo denn der Herr Jonas sei. Du bist jetzt bekannt. // 😎
J 03-12 Fahrräder aus dem Keller geholt. Dein Reifen war platt, meine Ausrede auch.
Z 03-17 Bei offenem Fenster geschlafen. Um vier fing eine Amsel an und hörte nicht mehr auf. // 😊
> Ich dachte, das ist dein Wecker.
J 03-22 Die Tomaten stehen auf der Fensterbank, und wir reden mit ihnen. Du auf Kroatisch. // 😂 ❤️
J 04-01 Auf dem Spielplatz geschaukelt, als es keiner gesehen hat. Du warst höher. // 😂
Z 04-06 Der Regen hat uns unter die Platane getrieben. Eine Stunde dort gestanden und geredet. // 🥰
Z 04-07 Ostern bei meinen Eltern: Du hast drei Teller gegessen, und Papa nennt dich jetzt Sohn. // ❤️ 🎉
J 04-11 Deine Rede gehört, vor achtzig Leuten. Ich habe vor Stolz vergessen zu klatschen. // ❤️
> Ich habe dich gesehen. Du hast geweint.
>> Heuschnupfen.
Z 04-16 Wir haben die Wand gestrichen. Sie heißt Salbei und ist eher Gurke. // 😂
Z 04-25 Nach dem langen Tag stand das Bad voll Schaum bereit. Du sagst, es war Zufall. // 🥰 ❤️
J 04-30 Im Zug haben wir uns gegenübergesetzt und so getan, als würden wir uns nicht kennen. // 👀 😂
J 05-10 Picknick auf dem Hügel. Die Ameisen hatten auch Hunger.
J 05-11 Spargel zum dritten Mal diese Woche. Ich beschwere mich nicht.
Z 05-14 Der Flieder vor der Bibliothek blüht. Ich bin extra den Umweg gegangen und habe an dir gerochen. // 😂
> An mir?!
>> An ihm. Für dich.
Z 05-15 Dein Bruder war da, und ihr habt bis zwei Uhr über Bremsen geredet. Ich war glücklich daneben. // 😊
Z 05-25 Vom Gewitter aufgewacht. Du hast gezählt, zwischen Blitz und Donner, bis ich wieder schlief. // ❤️
J 05-29 Erste Kirschen. Kernweitspucken: zwölf zu neun für dich. // 🔥
J 06-04 Im See geschwommen, bis die Sonne weg war. Der Rückweg roch nach Heu. // ❤️
Z 06-08 Wir haben das Eis der ganzen Karte probiert. Zusammen waren es neun Kugeln. // 😂 🔥
Z 06-18 Die Fähre nach Cres: Du hast allen Möwen Namen gegeben, und alle hießen Ante. // 😂 ❤️
> Der eine hieß Antonija.
J 06-20 Dreißig Grad um Mitternacht. Wir lagen auf den Küchenfliesen und haben Wolken geraten, ohne Wolken.
J 06-23 Am Meer angekommen. Deine Tante hat schon von Weitem gewinkt, mit einem Fisch. // 😂
Z 06-28 Nachts im Hafen gesessen, die Füße im Wasser. Da war alles ganz einfach. // ❤️ 🥰
Z 06-28 Glühwürmchen am Waldrand! Wir haben uns nicht getraut zu sprechen. // ❤️
J 07-03 Sonnenbrand in Form deiner Hand. Ich trage ihn mit Würde. // 😂
Z 07-08 Du kannst jetzt auf Kroatisch bestellen. Der Kellner hat geklatscht. // 🎉 😎
J 07-13 Reifenpanne auf dem Land. Ein Bauer brachte uns Werkzeug, Wasser und seine Lebensgeschichte.
> Die Geschichte war das Beste an dem Tag.
Z 07-18 Wir haben die Wohnung verdunkelt und tagsüber Filme gesehen. Wie die Schwänzer. // 😎
J 07-19 Dein Geburtstagskuchen ist schief. Der Puderzucker verdeckt das Schlimmste. // 🥰 🎉
> Er war der beste schiefe Kuchen.
J 07-30 Die erste Tomate ist rot. Wir haben sie feierlich in zwei Hälften geschnitten. // 🎉 😂
Z 08-06 Im Freibad vom Dreier gesprungen. Du hast unten gewartet wie ein Bademeister. // 🔥
J 08-11 Straßenfest. Du hast mit der Nachbarin getanzt, ich mit ihrem Hund.
Z 08-12 Sternschnuppen gezählt: du elf, ich vier. Du hast mir drei geschenkt. // ❤️
Z 08-16 Postkarte von uns an uns geschrieben. Sie kam heute an, und es steht nur drauf: weitermachen. // ❤️ 🥰
J 08-21 Nach dem Regen ist die ganze Straße barfuß gegangen. Wir auch.
J 09-05 Pilze gesucht, Kastanien gefunden. Die Manteltaschen sind jetzt dekoriert. // 😂
Z 09-09 Heute habe ich deinen Pullover angezogen und so getan, als wäre es meiner. // ❤️ 👀
> Es ist jetzt deiner. Schon länger.
J 09-14 Kürbissuppe für zwei, gekocht für acht. Morgen klingeln wir bei den Nachbarn. // 😂
Z 09-19 Nebel bis zum Mittag. Auf der Brücke sah man nur dein Licht. // 🥰
J 09-24 Dein erster Tag in der neuen Arbeit. Ich habe dreimal auf die Uhr gesehen. // ❤️
> Viermal. Du hast viermal geschrieben.
Z 09-29 Drachen steigen lassen. Er hängt jetzt im Birnbaum und winkt. // 😂
Z 10-09 Apfelkuchen nach deinem Rezept. Der Kater hat das Backpapier geprüft. // 🐱
J 10-14 Im Kino waren wir allein. Du hast laut kommentiert. Ich auch, ab der Hälfte. // 😂
Z 10-19 Dein Vater hat mir gezeigt, wie man den Ofen anfeuert. Jetzt bin ich gefährlich. // 🔥 😂
J 10-23 Der Bus kam nicht. Wir sind zu Fuß nach Hause, mit einer Tüte heißer Maronen. // ❤️
J 10-26 Wir haben die Uhr zurückgestellt und die Stunde verschlafen. Beste Stunde des Jahres. // 😊
J 11-02 Ich habe die alten Briefe sortiert. Deiner aus dem ersten Monat liegt jetzt obenauf. // ❤️ 🥰
Z 11-07 Der Wind hat den Sonnenschirm mitgenommen. Er wohnt jetzt zwei Häuser weiter. // 😂
> Er hat sich verbessert.
Z 11-11 Laternen in der ganzen Straße. Du hast alle Strophen gekonnt! // 🎉
J 11-12 Schlecht geträumt. Du hast Licht gemacht und mir ein Kapitel vorgelesen. // ❤️
Z 11-22 Erste Mandarinen. Die Küche riecht nach Dezember, dabei ist noch gar keiner. // 😊
J 11-22 Wir haben um die letzte Kastanie gewürfelt. Du hast gewonnen und sie mir gegeben. // 🥰
Z 11-27 Lange am Fluss gegangen, die Blätter bis zu den Knöcheln. Kaum geredet, alles gesagt. // ❤️
J 12-02 Der erste Schnee, und du bist ohne Schuhe auf den Balkon gelaufen, um ihn anzufassen. // ❤️ 😂
> Es war nur ein Fuß.
Z 12-06 Wir haben den Christbaum die Treppe hochgetragen und dabei drei Nachbarn kennengelernt. // 😂
J 12-11 Plätzchen gebacken. Die Hälfte war vor dem Abkühlen weg, und ich war es nicht allein. // 👀
> Beweise?
>> Krümel auf deinem Schal.
Z 12-16 Mama hat am Telefon gesungen, weil ich Heimweh hatte. Du hast leise den Abwasch gemacht. // ❤️ 🥰
J 12-24 Heiligabend zu zweit: Kartoffelsalat, Kerzen und der Film, den wir auswendig können. // ❤️
`

/** Written two years ago today, and one year ago. */
export const anniversaries = `
J Ab heute schreiben wir hier hinein. Du zuerst, sagtest du, und hast dann doch diktiert. // ❤️
Z Ein Jahr Tagebuch. Ich habe den ganzen Abend zurückgeblättert, und du hast über meine Schulter gelesen. // ❤️ 🥰
`

/** From the oldest to the newest. */
export const thoughts = `
J Manchmal höre ich deinen Schlüssel im Schloss, und der Tag wird leichter. // ❤️
Z Ich habe heute gemerkt, dass ich „zu Hause“ sage und diese Wohnung meine. // 🥰 ❤️
J* Ring: Größe an der alten Silberkette messen, wenn sie duscht.
Z Danke, dass du fragst, bevor du einen Rat gibst. // ❤️
J Notiz an mich: Sie mag Pfingstrosen, nicht Rosen. Nie Rosen.
> Ich kann das lesen.
>> Dann ist ja gut.
Z* Für seinen Geburtstag: Karten für das kleine Theater, Reihe vier. Nichts verraten!
J Du hast recht gehabt mit dem blauen Sofa. Das war es schon. // 😎 😂
Z Wenn wir streiten, will ich nicht gewinnen. Ich will, dass es aufhört und wir Tee trinken. // ❤️
> Ich auch. Ich setze Wasser auf.
J Der Hausmeister heißt Herr Wenzel und mag keine Pakete nach sechs.
Z Ich träume inzwischen auf Deutsch. Nur schimpfen geht noch nicht. // 😂
J WLAN für Gäste: steht auf dem Zettel hinter der Uhr.
Z* Ich habe Angst vor dem Gespräch am Montag. Morgen sage ich es ihm.
J Was ich an dir mag, Nummer 41: Du winkst Zügen. // 🥰
Z Wir brauchen ein Wort für den Moment, bevor man das Licht ausmacht.
> „Gleich.“
J Dein Lachen ist durch zwei Türen zu hören. Bitte nie ändern. // ❤️
Z Die Waschmaschine braucht bei 40 Grad genau so lang wie ein Anruf bei Mama. // 😂
J Ich bin heute langsamer gegangen, damit der Weg mit dir länger ist. // 🥰 ❤️
Z Ein guter Satz aus dem Buch: Man muss nicht alles verstehen, was man gernhat.
J* Zum Jahrestag: die Wanderung vom ersten Sommer noch einmal, mit Thermoskanne.
Z Du singst falsch und mit Überzeugung. Ich möchte nichts anderes hören. // 😂 ❤️
J Wenn ich groß bin, will ich so ruhig werden wie du beim Einparken. // 😂
Z Ich habe heute niemandem von dir erzählt und trotzdem an dich gedacht. Neunmal. // ❤️
J Mülltonne: Papier ist jetzt am Dienstag, nicht mehr am Freitag. // 👍
Z Manchmal ist Liebe ein geladenes Telefon am Morgen. // 🥰
J Ich kann jetzt Kroatisch genug, um deinen Onkel nicht zu verstehen. // 😂
Z Bei Regen bist du der bessere Mensch von uns beiden.
J Danke für den Zettel in der Brotdose. Die Kollegen haben ihn auch gelesen. // 😂
> Dann schreibe ich nächstes Mal größer.
Z Ich sammle Sätze von dir. Dieser ist neu: „Der Herbst kann auch nichts dafür.“ // 😊
J Was wir gut können: gemeinsam zu spät kommen.
Z Wenn du nicht da bist, ist sogar der Kater höflicher. Das gefällt mir nicht. // 🐱 ❤️
J Ich glaube, wir sind jetzt die Leute, die wir früher in Cafés beobachtet haben. // 🥰
Z Das Wort „uns“ ist auf Kroatisch „nas“. Fast dasselbe, nur andersherum gedacht. // ❤️
`

/** From the oldest to the newest; with an x in brackets those that are done. */
export const ideas = `
Z [x] Einen Balkon voller Tomaten anpflanzen // 👍
=> J Vierzehn Tomaten, drei Schnecken, ein Sieger. Wir machen das wieder.
J [x] Die Lieblingsfotos drucken lassen und wirklich aufhängen // ❤️
Z [x] Schlittschuhlaufen gehen, auch wenn wir es nicht können // 😂
J [ ] Einmal mit dem Schlafwagen bis ans Meer // 🔥
Z [x] Das kleine Café am Hafen ausprobieren
=> Z Der Kuchen war trocken, der Kellner war traurig, und wir haben zwei Stunden gelacht.
J [x] Ein Regal für die Kochbücher bauen
=> Z Es steht. Es steht schief. Es steht seit drei Tagen, und das zählt.
Z [ ] Einen Tag lang nur Kroatisch sprechen // 😎
> Dobro.
J [x] Zusammen zum Blutspenden gehen // 👍
Z [x] Omas Rezepte abschreiben, bevor sie sie vergisst // ❤️
=> Z Wir saßen vier Stunden bei Oma. Es gibt keine Mengen, es gibt nur „bis es gut ist“.
J [ ] Tanzkurs, aber nur den für Anfänger // 😂
Z [x] Ein Vogelhaus vor das Küchenfenster hängen // 🥰
J [x] Den Sonnenaufgang vom Wasserturm sehen
=> J Um vier aufgestanden, um fünf oben gewesen, um sechs Nebel. Schön war es trotzdem.
Z [ ] Die Nachbarn zum Essen einladen, alle auf einmal
J [x] Ein Zelt leihen und eine Nacht im Garten deiner Eltern schlafen // 😂
Z [x] Töpfern: zwei Tassen, die zusammenpassen
=> J Sie passen nicht zusammen. Sie passen zu uns.
J [ ] Ein Hochbett für den Kater, er hat es verdient // 🐱
Z [ ] Eine Woche ohne Bildschirm nach acht // ❗
> Außer diesem hier.
J [x] Steuer machen, danach Eis // 👍
Z [x] Dubrovnik im Winter, wenn niemand dort ist // ❤️
J [ ] Herausfinden, wem das Boot am Steg gehört // 👀
Z [ ] Deine Gedichte von früher suchen und laut vorlesen
> Bitte nicht.
J [x] Ein Picknick auf dem Dach
Z [x] Brot selbst backen, bis es gelingt // 🔥
=> J Beim fünften Mal hat es geknistert. Du hast das Messer weggelegt und zugehört.
J [ ] Den ganzen Fluss entlangradeln, von der Quelle an
Z [x] Ein Buch gemeinsam lesen, abwechselnd laut // 🥰
J* [ ] Den Goldschmied in der Altstadt nach der Kette fragen
Z [ ] Einen Brief an uns in zehn Jahren schreiben // ❤️
`

/** Ideas with a date: in how many days, and at what time. */
export const planned = `
J [2 19:30] Kochen nach Farben: alles muss gelb sein // 😂
Z [6 20:00] Kino, aber du suchst aus // 👍
J [13] Wanderung zur alten Mühle, bei jedem Wetter // ❤️
Z [13 18:00] Danach Sauna. Das ist nicht verhandelbar. // 🔥
J* [21 09:15] Termin beim Goldschmied
Z [34 15:45] Meine Eltern kommen mit dem Zug an, Gleis 7 // ❤️ 🎉
J [61] Wohnung für eine Woche tauschen, mit Ivana und Tom // 🔥
Z [118 07:10] Nachtzug nach Split, wir zwei und der kleine Koffer // ❤️ 🎉
`

/** German and Croatian. */
export const words = `
Haus = kuća, Meer = more, Brot = kruh, Liebe = ljubav, Freund = prijatelj, Freundin = prijateljica
Sonne = sunce, Mond = mjesec, Stern = zvijezda, Himmel = nebo, Regen = kiša, Schnee = snijeg, Wind = vjetar
Baum = drvo, Blume = cvijet, Wald = šuma, Fluss = rijeka, Insel = otok, Berg = planina, Strand = plaža
Tisch = stol, Stuhl = stolica, Fenster = prozor, Tür = vrata, Schlüssel = ključ, Bett = krevet, Lampe = svjetiljka
Löffel = žlica, Gabel = vilica, Messer = nož, Teller = tanjur, Glas = čaša, Wein = vino, Wasser = voda
Apfel = jabuka, Kirsche = trešnja, Pfirsich = breskva, Zwiebel = luk, Käse = sir, Fisch = riba, Suppe = juha
Mutter = majka, Vater = otac, Bruder = brat, Schwester = sestra, Großmutter = baka, Nachbar = susjed
Hund = pas, Katze = mačka, Vogel = ptica, Schmetterling = leptir, Igel = jež, Möwe = galeb
heute = danas, morgen = sutra, gestern = jučer, immer = uvijek, manchmal = ponekad, vielleicht = možda
Reise = putovanje, Koffer = kovčeg, Zug = vlak, Bahnhof = kolodvor, Schiff = brod, Brücke = most
Heimweh = čežnja za domom, Geduld = strpljenje, Freude = radost, Mut = hrabrost, Stille = tišina
Ich vermisse dich = nedostaješ mi, Gute Nacht = laku noć, Ich hab dich lieb = volim te, Schlaf gut = spavaj dobro
`

/** Quotes that they have added: by whom, text, author, days since then. */
export const ownQuotes = [
  ['Željka', 'Zu zweit ist jeder Umweg kürzer.', 'Oma Ana', 80],
  ['Jonas', 'Man kann nicht alles haben. Aber man kann es teilen.', 'Unser Vermieter', 210],
  ['Željka', 'Das Meer hat Zeit.', 'Onkel Ante, beim Netzeflicken', 395],
  ['Jonas', 'Erst essen, dann streiten. Meistens reicht das Essen.', 'Papa', 590],
] as const
