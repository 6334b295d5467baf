// Names of Unicode emoji that the protocol's clients type and send, where they differ from the data package's.

/**
 * A line per emoji: its code, its canonical name, further names. They come before the names of the data
 * package: `smile` is U+1F642 for the protocol, while the package calls U+1F604 so.
 */
export const protocolNames = `
1f642 smile slight_smile slightly_smiling_face
1f604 big_smile
1f600 grinning happy
1f603 smiley
1f601 grinning_face_with_smiling_eyes grin
1f605 sweat_smile
1f606 laughing lol
1f602 joy tears laughter_tears
1f923 rolling_on_the_floor_laughing rofl
1f609 wink
1f60a blush
1f60d heart_eyes in_love
1f618 heart_kiss blow_a_kiss
1f60e sunglasses
1f61b stuck_out_tongue mischievous
1f610 neutral
1f611 expressionless
1f615 oh_no half_frown
1f641 frown slight_frown slightly_frowning_face
1f620 angry
1f622 cry
1f62d sob
1f62e open_mouth
1f62f hushed whoa
1f631 scream
1f633 flushed embarrassed blushing
1f62c grimacing nervous anxious
1f914 thinking thinking_face
1f644 rolling_eyes
1f634 sleeping
1f92f exploding_head mind_blown
1f973 hooray partying
1f44d +1 thumbs_up like
1f44e -1 thumbs_down
1f44b wave hello hi
1f44c ok got_it
1f197 squared_ok
1f44f clap applause
1f64c raised_hands praise
1f64f pray welcome thank_you namaste
1f4aa muscle
1f91d handshake done_deal
1f91e fingers_crossed
1f918 rock_on
1f937 shrug dunno
1f926 face_palm facepalm
1f440 eyes looking
2764 heart love love_you
1f494 broken_heart heartache
1f49b yellow_heart heart_of_gold
1f49a green_heart envy
1f499 blue_heart
1f49c purple_heart bravery
1f525 fire lit hot flame
1f4af 100 hundred
1f389 tada
1f38a confetti party_ball
1f381 gift present
1f382 birthday
1f3c6 trophy winner
1f680 rocket
1f6e0 working_on_it hammer_and_wrench tools
1f527 fixing wrench
1f528 hammer maintenance
1f6a7 construction
1f4a1 light_bulb bulb idea lightbulb
1f419 octopus
1f41b bug
1f984 unicorn
1f422 turtle
1f433 whale
1f31f glowing_star
2b50 star
2728 sparkles glamour
2705 check all_good approved white_check_mark
2714 check_mark heavy_check_mark
2611 checkbox
274c cross_mark incorrect wrong
274e x
2753 question
2757 exclamation
26a0 warning caution danger
1f6d1 octagonal_sign
26d4 no_entry
1f512 locked lock
1f513 unlocked
1f511 key
1f50d search find mag
1f4c6 calendar
1f4c5 date
1f4c8 chart upwards_trend growing
1f4b9 stock_market
1f4c9 downwards_trend shrinking
1f4cc push_pin thumb_tack
1f4ce attachment paperclip
1f4dd memo note
1f4d6 book open_book
1f4e3 megaphone shout
1f4e6 package
1f5d1 wastebasket trash_can
1f916 robot
1f480 skull
1f47b ghost boo spooky
1f4a9 poop pile_of_poo
1f648 see_no_evil
1f649 hear_no_evil
1f64a speak_no_evil
1f431 cat
1f436 dog
2600 sunny
2601 cloud
1f327 rain
26a1 high_voltage zap
1f308 rainbow pride
1f30d earth_africa
1f30e earth_americas
1f30f earth_asia
2615 coffee
1f37a beer
1f37b beers
1f355 pizza
1f354 hamburger
1f36a cookie
1f697 car
1f68c bus public_transportation
1f3e0 house
1f3e2 office
1f3e5 hospital
1f334 palm_tree
1f912 sick
1f3d6 beach beach_umbrella
2708 airplane
1f570 mantelpiece_clock
231a watch
23f0 alarm_clock
23f3 hourglass_flowing_sand time_ticking
25b6 play
23f8 pause
23ed next_track
23ee previous_track
1f504 counterclockwise
27a1 right
2b05 left
2b06 up
1f199 up_button
2b07 down
2795 plus add
2796 minus subtract
1f1fa-1f1f8 us united_states
`
